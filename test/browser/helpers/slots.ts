/** Limits concurrency: `take` waits for one of `count` slots and returns its release function. */
export const createSlots = (count: number) => {
  let free = count;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    take: async (): Promise<() => void> => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return release;
    },
  };
};
