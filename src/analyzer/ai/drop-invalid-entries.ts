import type * as z from "zod";

/**
 * Copies an object without the entries in which a schema found problems, in the lists of the fields `droppable`.
 * Problems elsewhere remain.
 */
export const dropInvalidEntries = (
  object: unknown,
  { issues }: z.ZodError,
  droppable: readonly string[],
): { object: unknown; dropped: number } => {
  const copy: unknown = structuredClone(object);
  const invalid = new Map<unknown[], Set<PropertyKey>>();
  for (const { path } of issues) {
    const depth = path.findIndex((key) => typeof key === "number");
    if (depth < 0 || !droppable.includes(String(path[0]))) continue;
    let list = copy;
    for (const key of path.slice(0, depth)) list = (list as Record<PropertyKey, unknown>)[key];
    const indexes = invalid.get(list as unknown[]) ?? new Set();
    invalid.set(list as unknown[], indexes.add(path[depth]!));
  }
  let dropped = 0;
  for (const [list, indexes] of invalid) {
    list.splice(0, list.length, ...list.filter((_, index) => !indexes.has(index)));
    dropped += indexes.size;
  }
  return { object: copy, dropped };
};
