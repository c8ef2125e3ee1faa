/** A source of choices that is the same for the same seed, on every machine. */
export interface Random {
  /** From 0 up to, but not, 1. */
  next: () => number;
  /** A whole number, both ends included. */
  int: (least: number, most: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  /** So many different ones, in an order of their own; all of them if there are fewer. */
  some: <T>(list: readonly T[], count: number) => T[];
}

/** Mulberry32: 32 bits of state are plenty for a few ten thousand choices. */
export const createRandom = (seed: number): Random => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  const pick = <T>(list: readonly T[]): T => list[int(0, list.length - 1)]!;
  const some = <T>(list: readonly T[], count: number): T[] => {
    const left = [...list];
    const chosen: T[] = [];
    while (chosen.length < count && left.length > 0)
      chosen.push(...left.splice(int(0, left.length - 1), 1));
    return chosen;
  };
  return { next, int, chance: (probability) => next() < probability, pick, some };
};
