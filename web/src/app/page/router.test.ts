import { describe, expect, it } from "vitest";
import { formatRoute, keptRoute, parseRoute } from "./router";

describe("addresses", () => {
  it("name the screens", () => {
    expect(parseRoute("")).toEqual({ screen: "home" });
    expect(parseRoute("#/")).toEqual({ screen: "home" });
    expect(parseRoute("#/azul")).toEqual({ screen: "game", slug: "azul", mode: "play", packed: null, challenge: null, kept: null });
    expect(parseRoute(formatRoute("azul", "review", "a-b_C"))).toMatchObject({ mode: "review", packed: "a-b_C" });
    expect(parseRoute("#/azul/play?seed=5&side=first")).toMatchObject({ mode: "play", challenge: "seed=5&side=first" });
    expect(parseRoute("#/library")).toEqual({ screen: "library" });
    const key = "azul:play:1a&b";
    expect(parseRoute(keptRoute("azul", "review", key))).toMatchObject({ slug: "azul", mode: "review", kept: key, packed: null });
    expect(parseRoute("#/azul/review?seed=5")).toMatchObject({ challenge: null });
  });

  it.each(["#/azul/dance", "#/a/b/c", "#/<b>/play"])("without a screen are recognised: %s", (hash) => {
    expect(parseRoute(hash)).toEqual({ screen: "unknown", hash });
  });
});
