/**
 * Lists the fields of a query or a form that aren't percent-encoded UTF-8. URLSearchParams would replace their bytes
 * silently.
 */
export const listUndecodable = (text: string): Set<string> => {
  if (!text.includes("%")) return new Set();
  const pairs = text.split("&").filter((pair) => {
    try {
      decodeURIComponent(pair);
      return false;
    } catch {
      return true;
    }
  });
  return new Set(pairs.flatMap((pair) => [...new URLSearchParams(pair).keys()]));
};
