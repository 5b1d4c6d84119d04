/** A value that can be subscribed to: a new subscriber is called at once. */

export class Signal<T> {
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

  /** @returns a function that ends the subscription */
  subscribe(run: (value: T) => void): () => void {
    const subscriber = (value: T) => run(value);
    this.#subscribers.add(subscriber);
    run(this.#value);
    return () => this.#subscribers.delete(subscriber);
  }
}
