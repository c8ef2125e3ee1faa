/** A queue whose keys take turns: an item waits for one item of each other key, not for all earlier items. */
export class TurnQueue<Item> {
  /** In the order of turns. A key without items costs no memory. */
  readonly #items = new Map<string, Item[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The key of the next item; undefined without one. */
  get nextKey(): string | undefined {
    const [key] = this.#items.keys();
    return key;
  }

  /** Moves the first keys for which `isPostponed` holds behind the next key, if there is one. */
  postpone(isPostponed: (key: string) => boolean): void {
    const first = [...this.#items.keys()];
    const count = first.findIndex((key) => !isPostponed(key));
    for (const key of first.slice(0, Math.max(0, count))) {
      const items = this.#items.get(key)!;
      this.#items.delete(key);
      this.#items.set(key, items);
    }
  }

  push(key: string, item: Item): void {
    const items = this.#items.get(key);
    if (items) items.push(item);
    else this.#items.set(key, [item]);
    this.#size += 1;
  }

  /** Removes and returns the next item; undefined without one. */
  take(): Item | undefined {
    const [next] = this.#items;
    if (!next) return undefined;
    const [key, items] = next;
    const item = items.shift()!;
    this.#size -= 1;
    this.#items.delete(key);
    if (items.length > 0) this.#items.set(key, items);
    return item;
  }

  /** Removes and returns all items. */
  takeAll(): Item[] {
    const all = [...this.#items.values()].flat();
    this.#items.clear();
    this.#size = 0;
    return all;
  }
}
