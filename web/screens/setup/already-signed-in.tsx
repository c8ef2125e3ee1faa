import { Button, ProblemAlert } from "../../parts/index.js";
import { sendOperation } from "../../lib/send-operation.js";
import { href } from "../../lib/location.js";
import { useMutation } from "../../lib/use-mutation.js";
import { SignOut, type ViewerOfConsoleQuery } from "../../lib/viewer.graphql.js";

/** Shown for a setup link while signed in: the link would create a second admin for the same person. */
export const AlreadySignedIn = ({
  viewer: { user, organization },
  onSignedOut,
}: {
  viewer: ViewerOfConsoleQuery["viewer"];
  onSignedOut: () => void;
}) => {
  const signOut = useMutation(SignOut, sendOperation);
  const leave = async (): Promise<void> => {
    await signOut.run({});
    onSignedOut();
  };
  return (
    <>
      <ProblemAlert problem={signOut.problem} />
      <p>
        You are signed in to {organization?.name} as {user?.email}. This link creates a new admin.
        Sign out to use it, or <a href={href("/")}>go to the console</a>.
      </p>
      <Button kind="main" isBusy={signOut.isBusy} onClick={() => void leave()}>
        Sign out
      </Button>
    </>
  );
};
