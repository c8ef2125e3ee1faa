import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Change<Item> {
  /** The item as it was loaded when it changed, as JSON; undefined if it was added since. */
  loaded: string | undefined;
  /** Null once it is deleted. */
  item: Item | null;
}

type Id = string | null;

/**
 * Keeps the places of a list's items while they change; deleted ones disappear. An item that is loaded anew counts as
 * the server has it. `added`: those that aren't in the list as it was loaded.
 */
export const useChangedItems = <Item extends { id: Id }, Loaded extends Item>(
  items: readonly Loaded[],
): {
  items: Loaded[];
  added: Item[];
  change: (item: Item) => void;
  remove: (id: Id) => void;
} => {
  const [changes, setChanges] = useState<ReadonlyMap<Id, Change<Item>>>(new Map());
  const loaded = new Map<Id, string>(items.map((item) => [item.id, JSON.stringify(item)]));
  // A change ends after a response, when the list may have been loaded again.
  const latestRef = useRef<ReadonlyMap<Id, string>>(loaded);
  useLayoutEffect(() => {
    latestRef.current = loaded;
  });
  const set = (id: Id, item: Item | null): void =>
    setChanges((before) => new Map(before).set(id, { loaded: latestRef.current.get(id), item }));
  return {
    items: items.flatMap((item) => {
      const change = changes.get(item.id);
      if (change?.loaded !== loaded.get(item.id)) return [item];
      return change?.item ? [{ ...item, ...change.item }] : [];
    }),
    added: [...changes].flatMap(([id, { item }]) => (item && !loaded.has(id) ? [item] : [])),
    change: (item) => set(item.id, item),
    remove: (id) => set(id, null),
  };
};
