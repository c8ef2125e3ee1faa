import { Kind, OperationTypeNode, parse } from "graphql";
import type { Context } from "koa";
import type { Credential } from "../../../graph/core/credential.js";
import { readJson } from "../../../rest/body.js";

const BODY_LIMIT = 16 * 1024;
const MAX_TOKENS = 200;
const SIGN_IN_FIELDS = new Set([
  "signIn",
  "redeemSetupLink",
  "redeemAccountLink",
  "requestPasswordReset",
]);

/** A visitor: has no credential and can only sign in. */
export const VISITOR_CREDENTIAL: Credential = { role: "visitor", organizationId: null };

/** Returns whether a document is a mutation of exactly one sign-in field. */
const isSignInDocument = (document: string): boolean => {
  const { definitions } = parse(document, { maxTokens: MAX_TOKENS, noLocation: true });
  const [operation] = definitions;
  if (definitions.length !== 1 || operation?.kind !== Kind.OPERATION_DEFINITION) return false;
  const { selections } = operation.selectionSet;
  const [field] = selections;
  return (
    operation.operation === OperationTypeNode.MUTATION &&
    selections.length === 1 &&
    field?.kind === Kind.FIELD &&
    SIGN_IN_FIELDS.has(field.name.value) &&
    !operation.directives?.length &&
    !field.directives?.length
  );
};

/** Returns whether the body is a sign-in request and nothing else. */
export const isSignInRequest = ({ query, extensions }: Record<string, unknown>): boolean => {
  try {
    return typeof query === "string" && extensions === undefined && isSignInDocument(query);
  } catch {
    return false;
  }
};

/** Reads the body of a sign-in request; undefined for any other request. */
export const readSignInRequest = async (
  ctx: Context,
): Promise<Record<string, unknown> | undefined> => {
  try {
    const body = await readJson(ctx, BODY_LIMIT);
    return isSignInRequest(body) ? body : undefined;
  } catch {
    // Without a credential, a bad body gets 401 like any other request.
    return undefined;
  }
};
