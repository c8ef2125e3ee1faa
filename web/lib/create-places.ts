/**
 * Returns a function that gives each id a place, from 0. An id keeps its place while others come and go, so that a line
 * keeps its colour; new ids take the first free places, in the order of the ids.
 */
export const createPlaces = () => {
  let places: ReadonlyMap<string, number> = new Map();
  return (ids: readonly string[]): ReadonlyMap<string, number> => {
    const next = new Map<string, number>();
    for (const id of ids) {
      const place = places.get(id);
      if (place !== undefined) next.set(id, place);
    }
    const taken = new Set(next.values());
    let free = 0;
    for (const id of ids.filter((each) => !next.has(each)).toSorted()) {
      while (taken.has(free)) free += 1;
      taken.add(free);
      next.set(id, free);
    }
    places = next;
    return places;
  };
};
