/**
 * Stores a limit (value and tie) per index, and finds the nearest index whose limit is above a given one. A tree of
 * maxima: updates and searches take logarithmic time.
 */
export class MaxSegmentTree {
  readonly #size: number;
  readonly #values: Float64Array;
  readonly #ties: Float64Array;

  constructor(count: number) {
    this.#size = 2 ** Math.ceil(Math.log2(Math.max(count, 1)));
    this.#values = new Float64Array(2 * this.#size).fill(-Infinity);
    this.#ties = new Float64Array(2 * this.#size).fill(-Infinity);
  }

  /** Sets a limit before `complete`. Searches don't see it until then. */
  fill(index: number, value: number, tie: number): void {
    this.#values[index + this.#size] = value;
    this.#ties[index + this.#size] = tie;
  }

  complete(): void {
    for (let node = this.#size - 1; node > 0; node -= 1) this.#takeHigher(node);
  }

  set(index: number, value: number, tie: number): void {
    this.fill(index, value, tie);
    for (let node = (index + this.#size) >> 1; node > 0; node >>= 1) this.#takeHigher(node);
  }

  /** Returns the first index from `from` on whose limit is above; -1 if there is none. */
  findFirst(from: number, value: number, tie: number): number {
    if (from >= this.#size) return -1;
    for (let node = from + this.#size; ; node += 1) {
      if (this.#isAbove(node, value, tie)) return this.#descend(node, value, tie, 0);
      while (node % 2 === 1) node >>= 1;
      if (node === 0) return -1;
    }
  }

  /** Returns the last index up to `to` whose limit is above; -1 if there is none. */
  findLast(to: number, value: number, tie: number): number {
    if (to < 0) return -1;
    for (let node = to + this.#size; ; node -= 1) {
      if (this.#isAbove(node, value, tie)) return this.#descend(node, value, tie, 1);
      while (node % 2 === 0) node >>= 1;
      if (node === 1) return -1;
    }
  }

  #takeHigher(node: number): void {
    const [left, right] = [2 * node, 2 * node + 1];
    const isLeft = this.#isAbove(left, this.#values[right]!, this.#ties[right]!);
    this.#values[node] = this.#values[isLeft ? left : right]!;
    this.#ties[node] = this.#ties[isLeft ? left : right]!;
  }

  #isAbove(node: number, value: number, tie: number): boolean {
    const limit = this.#values[node]!;
    return limit > value || (limit === value && this.#ties[node]! > tie);
  }

  #descend(from: number, value: number, tie: number, preferred: 0 | 1): number {
    let node = from;
    while (node < this.#size) {
      node = 2 * node + preferred;
      if (!this.#isAbove(node, value, tie)) node ^= 1;
    }
    return node - this.#size;
  }
}
