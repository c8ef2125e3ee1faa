/**
 * The optional texts of an analysis, with the value to store if the analysis omits them. Versions, edits, restores and
 * their tests follow this list.
 */
export const OPTIONAL_TEXTS = { notes: "", coaching: null } as const;

export type OptionalText = keyof typeof OPTIONAL_TEXTS;

export const optionalTextNames = Object.keys(OPTIONAL_TEXTS) as OptionalText[];
