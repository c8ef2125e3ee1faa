/** Binary search: the first index where `is` holds, for items where it holds from there on; else the length. */
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
