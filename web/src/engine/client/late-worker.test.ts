import { describe, expect, test, vi } from "vitest";
import { LateWorker } from "./late-worker";
import type { ToWorker } from "../wire/protocol";
import type { WorkerLike } from "./supervisor";

function makeWorker() {
  const worker: WorkerLike = {
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    postMessage: vi.fn(),
    terminate: vi.fn(),
  };
  return worker;
}

const message = (id: number): ToWorker => ({ type: "cancel", id });

describe("a late worker", () => {
  test("receives queued messages in order, and its messages are delivered", async () => {
    const worker = makeWorker();
    let start: () => void = () => undefined;
    const late = new LateWorker(new Promise((resolve) => (start = resolve)), () => worker);
    late.onmessage = vi.fn();
    late.postMessage(message(1));
    late.postMessage(message(2));
    expect(worker.postMessage).not.toHaveBeenCalled();
    start();
    await vi.waitFor(() => expect(worker.postMessage).toHaveBeenCalledTimes(2), 10_000);
    late.postMessage(message(3));
    expect(vi.mocked(worker.postMessage).mock.calls.map(([each]) => each)).toEqual([1, 2, 3].map(message));
    worker.onmessage?.({} as never);
    expect(late.onmessage).toHaveBeenCalledOnce();
    late.terminate();
    expect(worker.terminate).toHaveBeenCalledOnce();
  });

  test("transfers objects before and after its creation", async () => {
    const worker = makeWorker();
    const late = new LateWorker(Promise.resolve(), () => worker);
    const [early, after] = [[new ArrayBuffer(1)], [new ArrayBuffer(2)]];
    late.postMessage(message(1), early);
    await vi.waitFor(() => expect(worker.postMessage).toHaveBeenCalledOnce(), 10_000);
    late.postMessage(message(2), after);
    const transfers = vi.mocked(worker.postMessage).mock.calls.map(([, transfer]) => transfer);
    expect(transfers[0]).toBe(early);
    expect(transfers[1]).toBe(after);
  });

  test("is created even if its start promise rejects", async () => {
    const make = vi.fn(makeWorker);
    new LateWorker(Promise.reject(new Error("no policy")), make);
    await vi.waitFor(() => expect(make).toHaveBeenCalledOnce(), 10_000);
  });

  test("is not created after it was terminated", async () => {
    const make = vi.fn(makeWorker);
    const start = Promise.resolve();
    new LateWorker(start, make).terminate();
    await start;
    await Promise.resolve();
    expect(make).not.toHaveBeenCalled();
  });

  test("reports a failed creation as an error event", async () => {
    const late = new LateWorker(Promise.resolve(), () => {
      throw new Error("no workers here");
    });
    late.onerror = vi.fn();
    await vi.waitFor(() => expect(late.onerror).toHaveBeenCalledOnce(), 10_000);
  });
});
