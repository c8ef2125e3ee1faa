interface Named {
  id: string;
  name: string;
}

/** Adds what tells equal names apart: the id to users, which is their e-mail, and a number to teams. */
export const distinguishNames = <Item extends Named>(
  items: readonly Item[],
  kind: "users" | "teams",
): Item[] => {
  const idsByName = new Map<string, string[]>();
  for (const { id, name } of items) idsByName.set(name, [...(idsByName.get(name) ?? []), id]);
  return items.map((item) => {
    const ids = idsByName.get(item.name)!;
    if (ids.length === 1) return item;
    const mark = kind === "users" ? item.id : ids.indexOf(item.id) + 1;
    return { ...item, name: `${item.name} (${mark})` };
  });
};
