import { Button, Problem } from "../../parts/index.js";
import { ask } from "../../src/ask.js";
import { href } from "../../src/location.js";
import { useMutation } from "../../src/query.js";
import { SignOut, type ViewerOfConsoleQuery } from "../../src/viewer.graphql.js";

/** For whoever opens a set-up link and has signed in: it would make another admin of the same person. */
export const SignedIn = ({
  of: { user, organization },
  onLeft,
}: {
  of: ViewerOfConsoleQuery["viewer"];
  onLeft: () => void;
}) => {
  const signOut = useMutation(SignOut, ask);
  const leave = async (): Promise<void> => {
    await signOut.run({});
    onLeft();
  };
  return (
    <>
      <Problem of={signOut.problem} />
      <p>
        You have signed in to {organization?.name} as {user?.email}. This link makes another admin:
        sign out to use it, or <a href={href("/")}>go to the console</a>.
      </p>
      <Button kind="main" busy={signOut.busy} onClick={() => void leave()}>
        Sign out
      </Button>
    </>
  );
};
