/** A value that can be subscribed to: a store in Svelte's sense. */

export interface Readable<T> {
  readonly current: T;
  /**
   * The new subscriber is called at once with the current value.
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
    // A wrapper of its own, so that subscribing one function twice is two subscriptions.
    const subscriber = (value: T) => run(value);
    this.#subscribers.add(subscriber);
    run(this.#value);
    return () => this.#subscribers.delete(subscriber);
  }
}
