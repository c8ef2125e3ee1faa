import { useLocation } from "preact-iso";
import { href } from "../lib/location.js";
import { canEndProviderSession } from "../lib/provider.js";
import { useMutation } from "../lib/use-mutation.js";
import { SignOut, type ViewerOfConsoleQuery } from "../lib/viewer.graphql.js";
import { Icon } from "../parts/icon.js";
import { ProblemAlert } from "../parts/page/problem-alert.js";

/** The signed-in user, and buttons to see the keys and to sign out. */
export const AccountMenu = ({
  viewer,
  onKeys,
}: {
  viewer: ViewerOfConsoleQuery["viewer"] | undefined;
  onKeys: () => void;
}) => {
  const { route } = useLocation();
  const signOut = useMutation(SignOut);
  const leave = async (): Promise<void> => {
    const query = { "signed-out": canEndProviderSession ? "yes" : null };
    if (await signOut.run({})) route(href("/sign-in", {}, query));
  };
  return (
    <div class="account">
      <ProblemAlert problem={signOut.problem} />
      <p title={viewer?.user?.email}>{viewer?.user?.name}</p>
      <button type="button" onClick={onKeys}>
        <Icon name="keys" />
        Keyboard
      </button>
      <button type="button" onClick={() => void leave()}>
        <Icon name="signOut" />
        Sign out
      </button>
    </div>
  );
};
