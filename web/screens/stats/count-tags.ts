/** Each tag with how many recordings have it, most first. */
export const tagCounts = (entries: { recordingsByTag: unknown }[]): [string, number][] => {
  const counts = new Map<string, number>();
  for (const { recordingsByTag } of entries)
    for (const [tag, count] of Object.entries(recordingsByTag as Record<string, number>))
      counts.set(tag, (counts.get(tag) ?? 0) + count);
  return [...counts].toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
};
