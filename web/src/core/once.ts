/** Values that are made asynchronously, once per key; one that could not be made is made again when next requested. */
export class Once<T> {
  readonly #made = new Map<string, Promise<T>>();

  /** The value of a key: the one that exists or is being made, else a new one. */
  get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.#made.set(key, made);
    made.catch(() => this.#made.delete(key));
    return made;
  }
}
