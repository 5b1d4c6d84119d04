/** A value that can be subscribed to; it fulfils Svelte's store contract. */

export interface Readable<T> {
  readonly current: T;
  /**
   * Calls `run` at once with the current value, then at every change.
   *
   * @returns a function that ends the subscription
   */
  subscribe(run: (value: T) => void): () => void;
}

export class Signal<T> implements Readable<T> {
  #value: T;
  readonly #subscribers = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get current(): T {
    return this.#value;
  }

  set(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    for (const run of [...this.#subscribers]) run(value);
  }

  subscribe(run: (value: T) => void): () => void {
    // A new wrapper each time, so that subscribing a function twice makes two subscriptions.
    const subscriber = (value: T) => run(value);
    this.#subscribers.add(subscriber);
    run(this.#value);
    return () => this.#subscribers.delete(subscriber);
  }
}
