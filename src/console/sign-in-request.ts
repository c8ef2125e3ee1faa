import { Kind, OperationTypeNode, parse } from "graphql";
import type { Context } from "koa";
import type { Credential } from "../../graph/context.js";
import { readJson } from "../../rest/body.js";

const BODY_LIMIT = 16 * 1024;
const MOST_TOKENS = 200;
const FIELDS = new Set(["signIn", "setUp"]);

/** Who has no credential, and asks for one. */
export const VISITOR: Credential = { role: "visitor", organizationId: null };

/** Whether a document does one of these, once, and nothing else. */
const asksForOne = (document: string): boolean => {
  const { definitions } = parse(document, { maxTokens: MOST_TOKENS, noLocation: true });
  const [operation] = definitions;
  if (definitions.length !== 1 || operation?.kind !== Kind.OPERATION_DEFINITION) return false;
  const { selections } = operation.selectionSet;
  const [field] = selections;
  return (
    operation.operation === OperationTypeNode.MUTATION &&
    selections.length === 1 &&
    field?.kind === Kind.FIELD &&
    FIELDS.has(field.name.value) &&
    !operation.directives?.length &&
    !field.directives?.length
  );
};

/** Whether this is the body of a request to sign in, and of nothing else. */
export const isVisit = ({ query, extensions }: Record<string, unknown>): boolean => {
  try {
    return typeof query === "string" && extensions === undefined && asksForOne(query);
  } catch {
    return false;
  }
};

/** The body of a request to sign in; undefined for any other. */
export const readVisit = async (ctx: Context): Promise<Record<string, unknown> | undefined> => {
  try {
    const body = await readJson(ctx, BODY_LIMIT);
    return isVisit(body) ? body : undefined;
  } catch {
    // Whoever has no credential is told that alone.
    return undefined;
  }
};
