import { describe, expect, it } from "vitest";
import { dueRoute, enterRoute, formatRoute, keptRoute, pageRoute, parseRoute, statisticsRoute } from "./router";

describe("addresses", () => {
  it("name the screens", () => {
    expect(parseRoute("")).toEqual({ screen: "home" });
    expect(parseRoute("#/")).toEqual({ screen: "home" });
    expect(parseRoute("#/azul")).toEqual({
      screen: "game",
      slug: "azul",
      mode: "play",
      packed: null,
      challenge: null,
      kept: null,
      entering: false,
      due: false,
    });
    expect(parseRoute(formatRoute("azul", "review", "a-b_C"))).toMatchObject({ mode: "review", packed: "a-b_C" });
    expect(parseRoute("#/azul/play?seed=5&side=first")).toMatchObject({ mode: "play", challenge: "seed=5&side=first" });
    expect(parseRoute("#/library")).toEqual({ screen: "library" });
    const key = "azul:play:1a&b";
    expect(parseRoute(keptRoute("azul", "review", key))).toMatchObject({ slug: "azul", mode: "review", kept: key, packed: null });
    expect(parseRoute(enterRoute("azul", key))).toMatchObject({ mode: "review", kept: key, entering: true });
    expect(parseRoute("#/statistics")).toEqual({ screen: "statistics", slug: "" });
    expect(parseRoute(statisticsRoute("azul"))).toEqual({ screen: "statistics", slug: "azul" });
    expect(parseRoute(dueRoute("azul"))).toMatchObject({ mode: "practise", due: true });
    expect(parseRoute("#/azul/play?due")).toMatchObject({ mode: "play", due: false });
    expect(parseRoute("#/azul/review?seed=5")).toMatchObject({ challenge: null });
    expect(parseRoute(pageRoute("yatzy", "insights"))).toEqual({ screen: "page", slug: "yatzy", word: "insights" });
  });

  it.each(["#/azul/dance", "#/a/b/c", "#/azul/insights", "#/yatzy/insights/x", "#/<b>/play", "#/statistics/azul/x"])(
    "without a screen are recognised: %s",
    (hash) => {
      expect(parseRoute(hash)).toEqual({ screen: "unknown", hash });
    },
  );
});
