interface Entry<Value> {
  value: Value;
  size: number;
}

/** Caches the most recently used values, up to a total size. */
export class SizedCache<Key, Value> {
  readonly #entries = new Map<Key, Entry<Value>>();
  readonly #maxSize: number;
  #size = 0;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  has(key: Key): boolean {
    return this.#entries.has(key);
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Moves the entry to the end: the first one is the least recently used.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  delete(key: Key): boolean {
    const entry = this.#entries.get(key);
    if (entry) this.#size -= entry.size;
    return this.#entries.delete(key);
  }

  /** Stores a value unless it is larger than the whole cache. */
  set(key: Key, value: Value, size: number): void {
    this.delete(key);
    if (size > this.#maxSize) return;
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const first of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) break;
      this.delete(first);
    }
  }
}
