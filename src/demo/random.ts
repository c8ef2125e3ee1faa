/** A random generator that returns the same sequence for the same seed on every machine. */
export interface Random {
  /** Returns a number from 0 (included) to 1 (excluded). */
  next: () => number;
  /** Returns a whole number; both ends are included. */
  int: (min: number, max: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** Returns distinct items in random order; all items if there are fewer. */
  sample: <T>(list: readonly T[], count: number) => T[];
}

/** Creates a Mulberry32 generator: its 32 bits of state are enough for a story's choices. */
export const createRandom = (seed: number): Random => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)]!;
  const some = <T>(list: readonly T[], count: number): T[] => {
    const left = [...list];
    const chosen: T[] = [];
    while (chosen.length < count && left.length > 0)
      chosen.push(...left.splice(int(0, left.length - 1), 1));
    return chosen;
  };
  return { next, int, chance: (probability) => next() < probability, pick, sample: some };
};
