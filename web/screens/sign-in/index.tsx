import { useLocation } from "preact-iso";
import { useEffect, useState } from "preact/hooks";
import { Button, CardPage, Field, Form, Skeleton, type FormValues } from "../../parts/index.js";
import { sendOperation } from "../../lib/send-operation.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { resolveSafeTarget } from "../../lib/safe-target.js";
import { ViewerOfConsole } from "../../lib/viewer.graphql.js";
import { ProviderSignIn } from "./provider-sign-in.js";
import { RequestReset } from "./request-reset.js";
import { SignIn as Operation } from "./sign-in.graphql.js";

/** Whether the server mails links; it writes that into the page. */
const sendsMail =
  document.querySelector("meta[name=sends-mail]")?.getAttribute("content") === "yes";

const SignInForm = ({
  onSignedIn,
  onForgotten,
}: {
  onSignedIn: () => void;
  onForgotten: () => void;
}) => {
  const signIn = useMutation(Operation, sendOperation);
  const submit = async (values: FormValues): Promise<void> => {
    const email = values.get("email");
    const password = values.get("password");
    if (await signIn.run({ email, password })) onSignedIn();
  };
  return (
    <>
      <Form mutation={signIn} onSubmit={(values) => void submit(values)}>
        <Field label="E-mail" name="email" type="email" autocomplete="username" required />
        <Field
          label="Password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
        <Button kind="main" type="submit" isBusy={signIn.isBusy}>
          Sign in
        </Button>
      </Form>
      {sendsMail ? (
        <Button kind="quiet" onClick={onForgotten}>
          Forgot password?
        </Button>
      ) : (
        <p class="muted small">
          Forgot your password? An admin of your organization can create a link to a new one; an
          operator can reset it with <code>debrief admin set-password</code>.
        </p>
      )}
    </>
  );
};

const SignIn = () => {
  const { query, route } = useLocation();
  const viewer = useQuery(ViewerOfConsole, {});
  const target = resolveSafeTarget(query["to"]);
  const [isForgotten, setForgotten] = useState(false);
  const isSignedIn = viewer.data !== undefined;
  useEffect(() => {
    // A signed-in user doesn't need this page.
    if (isSignedIn) route(target, true);
  }, [isSignedIn, target, route]);
  if (isForgotten)
    return (
      <CardPage title="New password">
        <RequestReset onClose={() => setForgotten(false)} />
      </CardPage>
    );
  return (
    <CardPage title="Sign in">
      {viewer.isBusy || isSignedIn ? (
        <Skeleton />
      ) : (
        <>
          <ProviderSignIn target={target} />
          <SignInForm
            onSignedIn={() => route(target, true)}
            onForgotten={() => setForgotten(true)}
          />
        </>
      )}
    </CardPage>
  );
};

export default SignIn;
