/** Counts the recordings per tag, most frequent first. */
export const countTags = (entries: { recordingsByTag: unknown }[]): [string, number][] => {
  const counts = new Map<string, number>();
  for (const { recordingsByTag } of entries)
    for (const [tag, count] of Object.entries(recordingsByTag as Record<string, number>))
      counts.set(tag, (counts.get(tag) ?? 0) + count);
  return [...counts].toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
};
