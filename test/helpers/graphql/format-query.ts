/** Formats parameters as a query string without the question mark. */
export const formatQuery = (parameters: Record<string, string>): string =>
  new URLSearchParams(parameters).toString();
