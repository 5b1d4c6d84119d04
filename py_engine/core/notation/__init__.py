"""Games as plain text: headings, numbered lines, faults, and the queries that read and write them."""
