import { Failure } from "../core/errors.js";

/** Why a sign-in by OpenID Connect was refused, as the audit log names it. */
export type OpenIdRefusalReason =
  // The request.
  | "return_path_outside"
  | "no_attempt"
  | "attempt_expired"
  | "state_mismatch"
  | "state_reused"
  // The provider's answer.
  | "provider_refused"
  | "code_refused"
  | "wrong_issuer"
  | "wrong_audience"
  | "wrong_nonce"
  | "wrong_signature"
  | "token_expired"
  | "answer_invalid"
  // The person.
  | "email_missing"
  | "email_unverified"
  | "no_access"
  | "access_ended"
  | "user_inactive"
  | "invitation_expired"
  | "other_organization"
  | "bound_to_another"
  | "no_role";

/** A refused sign-in by OpenID Connect. */
export class OpenIdRefusal extends Failure {
  constructor(
    readonly detail: OpenIdRefusalReason,
    /** The user concerned; undefined if the provider named no known user. */
    readonly person?: { organizationId: string; email: string },
  ) {
    super("UNAUTHENTICATED", `The sign-in was refused: ${detail}`);
  }
}
