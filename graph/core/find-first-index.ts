/**
 * Finds the first index where `is` holds, by binary search; the length if it holds nowhere. Once it holds for
 * an item, it must hold for all later ones.
 */
export const findFirstIndex = <Item>(
  items: readonly Item[],
  is: (item: Item) => boolean,
): number => {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (is(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
};
