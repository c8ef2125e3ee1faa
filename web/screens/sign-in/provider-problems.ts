const ASK_ADMIN = "Ask an admin of your organization.";
const AGAIN = "Sign in again.";
const INVALID_ANSWER = `The provider’s answer was not accepted. ${AGAIN}`;

/**
 * Texts for why signing in at the provider failed. They reveal less to a visitor than the audit log does to an admin.
 */
const texts: Record<string, string> = {
  provider_unavailable: "The provider can’t be reached now. Try again later, or use your password.",
  provider_refused: "The provider didn’t sign you in.",
  too_many_attempts: "Too many attempts; try again later.",
  no_attempt: `This sign-in wasn’t started in this browser, or took too long. ${AGAIN}`,
  attempt_expired: `This sign-in took too long. ${AGAIN}`,
  state_mismatch: `Another sign-in was started in this browser. ${AGAIN}`,
  state_reused: `This sign-in was used already. ${AGAIN}`,
  email_missing: "The provider didn’t send your e-mail address.",
  email_unverified: "The provider hasn’t verified your e-mail address.",
  invitation_expired: `Your invitation has expired. ${ASK_ADMIN}`,
  no_role: `Your account at the provider has no role here. ${ASK_ADMIN}`,
};

const personReasons = new Set([
  "no_access",
  "access_ended",
  "user_inactive",
  "other_organization",
  "bound_to_another",
]);

/** Returns the text for a reason in the page's address. */
export const describeProviderProblem = (reason: string): string =>
  personReasons.has(reason)
    ? `You can’t sign in here with this account. ${ASK_ADMIN}`
    : ((Object.hasOwn(texts, reason) ? texts[reason] : undefined) ?? INVALID_ANSWER);
