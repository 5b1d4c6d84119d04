import { describe, expect, it } from "vitest";
import { oddsShares, oddsText } from "./board";

/** The shares as numbers; a tie that is left out is 0. */
function shown(win: number, lose: number): number[] {
  const { win: first, tie, lose: last } = oddsShares({ win, lose });
  return [first, tie, last].map((text) => (text === "" ? 0 : Number(text.replace("%", ""))));
}

describe("odds of a battle", () => {
  it("add up to 100 per cent", () => {
    for (let win = 0.015; win < 0.95; win += 0.0217) {
      for (let tie = 0; win + tie < 0.98; tie += 0.0173) {
        expect(shown(win, 1 - win - tie).reduce((sum, each) => sum + each, 0)).toBe(100);
      }
    }
  });

  it("are off by less than one per cent, and leave out a tie that hardly ever comes", () => {
    expect(oddsShares({ win: 0.495, lose: 0.495 })).toEqual({ win: "50%", tie: "1%", lose: "49%" });
    expect(oddsShares({ win: 0.604, lose: 0.394 })).toEqual({ win: "61%", tie: "", lose: "39%" });
    expect(oddsShares({ win: 0.5, lose: 0.25 })).toEqual({ win: "50%", tie: "25%", lose: "25%" });
  });

  it("never call an outcome certain", () => {
    expect(oddsShares({ win: 0.997, lose: 0.003 })).toEqual({ win: ">99%", tie: "", lose: "<1%" });
    expect(oddsShares({ win: 1, lose: 0 })).toEqual({ win: ">99%", tie: "", lose: "<1%" });
  });

  it("are said with the tie", () => {
    const battle = { win: 0.5, lose: 0.25, dealt: 3, taken: 1 } as Parameters<typeof oddsText>[0];
    expect(oddsText(battle)).toContain("you win 50%, a tie 25%, you lose 25%");
  });
});
