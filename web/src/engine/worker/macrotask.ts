/**
 * Creates a function that yields to the event loop.
 *
 * A message posted to oneself arrives as a separate task, after the messages that already wait. A timer would be delayed
 * by four milliseconds or more, and a resolved promise would let no message in.
 */
export function createYield(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
}
