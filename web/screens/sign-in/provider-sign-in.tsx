import { useLocation } from "preact-iso";
import {
  buildProviderSignInUrl,
  canEndProviderSession,
  providerName,
  providerSignOutUrl,
} from "../../lib/provider.js";
import { ProblemAlert, ProviderLink } from "../../parts/index.js";
import { describeProviderProblem } from "./provider-problems.js";

/** Shows the result of the last sign-in or sign-out at the provider. */
const Outcome = () => {
  const { query } = useLocation();
  const reason = query["problem"];
  if (reason)
    return (
      <ProblemAlert
        problem={{ code: "UNAUTHENTICATED", message: describeProviderProblem(reason) }}
      />
    );
  if (query["signed-out"] === undefined || !canEndProviderSession) return null;
  return (
    <div role="status">
      <p>You are signed out of debrief. {providerName} may still know you on this device.</p>
      <ProviderLink href={providerSignOutUrl}>Sign out of {providerName}</ProviderLink>
    </div>
  );
};

/** The button to sign in at the provider; renders nothing without a provider. */
export const ProviderSignIn = ({ target }: { target: string }) =>
  providerName === undefined ? null : (
    <div class="provider">
      <Outcome />
      <ProviderLink href={buildProviderSignInUrl(target)}>Sign in with {providerName}</ProviderLink>
    </div>
  );
