const names: Record<string, string> = {
  closed: "deal closed",
  actionItems: "action items",
};

/** Returns the names of an analysis's fields for a sentence. */
export const formatFields = (fields: readonly string[]): string =>
  fields.map((field) => names[field] ?? field).join(", ");
