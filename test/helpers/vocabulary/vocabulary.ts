import type { Tenant } from "../tenant.js";

const SAVE = `mutation ($term: String!, $heardAs: [String!]) {
  saveVocabularyTerm(term: $term, heardAs: $heardAs) { term } }`;

/** Adds a term to the vocabulary. Returns it. */
export const saveTerm = async (
  org: Tenant,
  term: string,
  heardAs: readonly string[] = [],
): Promise<string> => {
  await org.graphql(SAVE, { term, heardAs });
  return term;
};
