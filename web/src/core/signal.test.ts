import { describe, expect, it } from "vitest";
import { Signal } from "./signal";

describe("signal", () => {
  it("calls subscribers at once and whenever the value changes", () => {
    const signal = new Signal("a");
    const heard: string[] = [];
    const end = signal.subscribe((value) => heard.push(value));
    signal.set("b");
    signal.set("b");
    expect([signal.current, heard]).toEqual(["b", ["a", "b"]]);
    end();
    signal.set("c");
    expect([signal.current, heard]).toEqual(["c", ["a", "b"]]);
  });

  it("treats two subscriptions of one function separately", () => {
    const signal = new Signal(1);
    const heard: number[] = [];
    const run = (value: number) => heard.push(value);
    const end = signal.subscribe(run);
    signal.subscribe(run);
    end();
    signal.set(2);
    expect(heard).toEqual([1, 1, 2]);
  });
});
