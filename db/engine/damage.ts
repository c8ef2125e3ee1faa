/** The part that SQLite found damaged: the search index, which can be rebuilt, or the file. */
export type Damage = "search" | "file";

type DamageListener = (damage: Damage, error: Error) => void;

const listenersByFile = new Map<string, Set<DamageListener>>();

/** Returns the damage that an error shows; undefined for other errors. */
const findDamage = (error: unknown): Damage | undefined => {
  const { code } = error as { code?: unknown };
  if (code === "SQLITE_CORRUPT_VTAB") return "search";
  return typeof code === "string" && /^SQLITE_(CORRUPT|NOTADB)/.test(code) ? "file" : undefined;
};

/** Notifies a SQLite file's listeners of an error that shows damage. Ignores other errors. */
export const reportDamage = (file: string, error: unknown): void => {
  const damage = findDamage(error);
  if (damage === undefined) return;
  for (const listener of listenersByFile.get(file) ?? []) listener(damage, error as Error);
};

/** Calls `listener` for each error that shows damage to the SQLite file. Returns a function to stop listening. */
export const onDamage = (file: string, listener: DamageListener): (() => void) => {
  const listeners = listenersByFile.get(file) ?? new Set();
  listenersByFile.set(file, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) listenersByFile.delete(file);
  };
};
