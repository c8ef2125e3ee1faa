/** Counts the running operations of each key. A key without one costs no memory. */
export class KeyCounter {
  readonly #counts = new Map<string, number>();
  #total = 0;

  /** The running operations of all keys. */
  get total(): number {
    return this.#total;
  }

  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Adds one to a key. Returns the function that subtracts it again; a second call does nothing. */
  acquire(key: string): () => void {
    this.#counts.set(key, this.count(key) + 1);
    this.#total += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#total -= 1;
      const left = this.count(key) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    };
  }
}
