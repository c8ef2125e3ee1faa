/** The maximum number of a transcript's utterances. */
export const MAX_UTTERANCES = 50_000;
