/** The parameters as a query string, without the question mark. */
export const query = (parameters: Record<string, string>): string =>
  new URLSearchParams(parameters).toString();
