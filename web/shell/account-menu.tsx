import { useLocation } from "preact-iso";
import { href } from "../src/location.js";
import { useMutation } from "../src/query.js";
import { SignOut, type ViewerOfConsoleQuery } from "../src/viewer.graphql.js";
import { Icon } from "./icon.js";
import { Problem } from "./problem.js";

/** Who has signed in, and the way out. */
export const Account = ({ of }: { of: ViewerOfConsoleQuery["viewer"] | undefined }) => {
  const { route } = useLocation();
  const signOut = useMutation(SignOut);
  const leave = async (): Promise<void> => {
    if (await signOut.run({})) route(href("/sign-in"));
  };
  return (
    <div class="account">
      <Problem of={signOut.problem} />
      <p title={of?.user?.email}>{of?.user?.name}</p>
      <button type="button" onClick={() => void leave()}>
        <Icon name="signOut" />
        Sign out
      </button>
    </div>
  );
};
