import { describe, expect, it } from "vitest";
import { Signal } from "./signal";

describe("a signal", () => {
  it("calls who subscribes at once, and whenever the value is another one", () => {
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

  it("counts each subscription of one function by itself", () => {
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
