/** The index of the first item that this is true of, where it is true of all that follow; how many there are, where of none. */
export const firstIndex = <Item>(items: readonly Item[], is: (item: Item) => boolean): number => {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (is(items[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
};
