"""What the coaching of several games does alike: luck and skill, positions to practise, states that come with a question."""
