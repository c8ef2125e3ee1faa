import { closest } from "fastest-levenshtein";
import { Failure, invalidField } from "../graph/core/errors.js";

/** Finds the first parameter that the endpoint doesn't have: a misspelt filter must not return everything. */
export const findUnknownParameter = (
  query: URLSearchParams,
  known: ReadonlySet<string>,
): Failure | undefined => {
  for (const name of query.keys()) {
    if (known.has(name)) continue;
    if (name === "") return new Failure("INVALID_FIELD", "A query parameter has no name");
    const hint =
      known.size === 0 ? ", which has none" : `; did you mean ${closest(name, [...known])}?`;
    return invalidField(name, `isn't a parameter of this endpoint${hint}`);
  }
  return undefined;
};

const NO_PARAMETERS: ReadonlySet<string> = new Set();

/** Checks the query of an endpoint outside the table of routes. @throws INVALID_FIELD for an unknown parameter */
export const validateParameterNames = (querystring: string, known = NO_PARAMETERS): void => {
  if (querystring === "") return;
  const failure = findUnknownParameter(new URLSearchParams(querystring), known);
  if (failure) throw failure;
};
