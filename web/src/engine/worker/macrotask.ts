/**
 * Makes a function that lets the event loop take its next turn.
 *
 * A message to oneself comes back as a task of its own, behind the messages that already wait; a timer would be
 * held back by four milliseconds or more, and a resolved promise would let nothing in at all.
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
