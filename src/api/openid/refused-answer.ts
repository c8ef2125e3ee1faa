import { OpenIdRefusal, type OpenIdRefusalReason } from "../../../graph/sign-in/openid-refusal.js";
import { ProviderUnreachableError } from "./provider-fetch.js";

/** The provider can't be used now: passwords still work. */
export class ProviderUnavailableError extends Error {}

interface OAuthError extends Error {
  code?: unknown;
  cause?: unknown;
}

const claimReasons: Record<string, OpenIdRefusalReason> = {
  iss: "wrong_issuer",
  aud: "wrong_audience",
  azp: "wrong_audience",
  nonce: "wrong_nonce",
};

const MAX_CAUSES = 8;

/** Lists an error and its causes: the client wraps protocol errors. */
const listCauses = (error: unknown): OAuthError[] => {
  const chain: OAuthError[] = [];
  for (let next = error; next instanceof Error && chain.length < MAX_CAUSES; next = next.cause)
    chain.push(next);
  return chain;
};

const findReason = (chain: readonly OAuthError[]): OpenIdRefusalReason | undefined => {
  const codes = new Set(chain.map(({ code }) => code));
  if (codes.has("OAUTH_AUTHORIZATION_RESPONSE_ERROR")) return "provider_refused";
  if (codes.has("OAUTH_RESPONSE_BODY_ERROR")) return "code_refused";
  if (codes.has("OAUTH_JWT_TIMESTAMP_CHECK_FAILED")) return "token_expired";
  if (codes.has("OAUTH_KEY_SELECTION_FAILED")) return "wrong_signature";
  if (codes.has("OAUTH_JWT_CLAIM_COMPARISON_FAILED")) {
    const claims = chain.map(({ cause }) => (cause as { claim?: string } | undefined)?.claim);
    const claim = claims.find((name) => name !== undefined) ?? "";
    return claimReasons[claim] ?? "answer_invalid";
  }
  if (chain.some(({ message }) => /JWT signature|"alg"/.test(message))) return "wrong_signature";
  return [...codes].some((code) => typeof code === "string" && code.startsWith("OAUTH_"))
    ? "answer_invalid"
    : undefined;
};

/** Describes why the metadata couldn't be loaded: the client hides the error of the request. */
export const describeDiscoveryError = (error: unknown): string => {
  const chain = listCauses(error);
  return (
    (chain.find((cause) => cause instanceof ProviderUnreachableError) ?? chain[0])?.message ?? ""
  );
};

/** Converts a client error into a refusal or a ProviderUnavailableError; returns other errors. */
export const toRefusal = (error: unknown): unknown => {
  const chain = listCauses(error);
  const unreachable = chain.find((cause) => cause instanceof ProviderUnreachableError);
  if (unreachable) return new ProviderUnavailableError(unreachable.message, { cause: error });
  const failed = chain.find(({ cause }) => cause instanceof Response && cause.status >= 500);
  if (failed) return new ProviderUnavailableError(failed.message, { cause: error });
  const reason = findReason(chain);
  return reason === undefined ? error : new OpenIdRefusal(reason);
};
