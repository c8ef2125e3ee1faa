/** What SQLite found damaged: the search index, which can be rebuilt, or the file. */
export type Damage = "search" | "file";

type DamageListener = (damage: Damage, error: Error) => void;

const listenersByFile = new Map<string, Set<DamageListener>>();

/** Returns what the error shows to be damaged; undefined for other errors. */
const findDamage = (error: unknown): Damage | undefined => {
  const { code } = error as { code?: unknown };
  if (code === "SQLITE_CORRUPT_VTAB") return "search";
  return typeof code === "string" && /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? "file" : undefined;
};

/** Tells the listeners of a SQLite file about an error that shows damage. Ignores other errors. */
export const reportDamage = (file: string, error: unknown): void => {
  const damage = findDamage(error);
  if (damage === undefined) return;
  for (const listener of listenersByFile.get(file) ?? []) listener(damage, error as Error);
};

/** Calls `listener` for each error that shows damage of the SQLite file. Returns the function that ends this. */
export const onDamage = (file: string, listener: DamageListener): (() => void) => {
  const listeners = listenersByFile.get(file) ?? new Set();
  listenersByFile.set(file, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) listenersByFile.delete(file);
  };
};
