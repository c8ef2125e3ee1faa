import { useLocation } from "preact-iso";
import { useEffect, useState } from "preact/hooks";
import { Button, CardPage, Field, Form, type FormValues, ProviderLink } from "../../parts/index.js";
import { createLinkToken } from "../../lib/create-link-token.js";
import { href } from "../../lib/location.js";
import { buildProviderSignInUrl, providerName } from "../../lib/provider.js";
import { type RequestProblem, sendOperation } from "../../lib/send-operation.js";
import { useMutation } from "../../lib/use-mutation.js";
import { RedeemAccountLink } from "./join.graphql.js";

const PASSWORDS_DIFFER: RequestProblem = {
  code: "INVALID_FIELD",
  field: "repeated",
  message: "The passwords differ",
};

const readToken = createLinkToken();
readToken();

const NoToken = () => (
  <p>
    Open the full link that you were sent. It works once; an admin of your organization can create
    another. If you already have a password, <a href={href("/sign-in")}>sign in</a>.
  </p>
);

const PasswordFields = ({ token }: { token: string }) => {
  const { route } = useLocation();
  const redeem = useMutation(RedeemAccountLink, sendOperation);
  const [problem, setProblem] = useState<RequestProblem>();
  const submit = async (values: FormValues): Promise<void> => {
    const password = values.get("password");
    const isRepeated = password === values.get("repeated");
    setProblem(isRepeated ? undefined : PASSWORDS_DIFFER);
    if (isRepeated && (await redeem.run({ token, password }))) route(href("/"), true);
  };
  return (
    <>
      <p class="muted">You will sign in with your e-mail and this password.</p>
      <Form
        mutation={{ isBusy: redeem.isBusy, problem: problem ?? redeem.problem }}
        onSubmit={(values) => void submit(values)}
      >
        <Field
          label="Password"
          name="password"
          type="password"
          autocomplete="new-password"
          minLength={12}
          maxLength={1024}
          hint="At least 12 characters. A few words that only you would combine work well."
          required
        />
        <Field
          label="Confirm password"
          name="repeated"
          type="password"
          autocomplete="new-password"
          required
        />
        <Button kind="main" type="submit" isBusy={redeem.isBusy}>
          Set password
        </Button>
      </Form>
      {providerName !== undefined && (
        <div class="provider">
          <p class="muted">
            Or join without a password: with the account of {providerName} that has the e-mail of
            your invitation.
          </p>
          <ProviderLink href={buildProviderSignInUrl(href("/"))}>
            Sign in with {providerName}
          </ProviderLink>
        </div>
      )}
    </>
  );
};

/** Sets the password with an invitation or reset link. */
const Join = () => {
  const [token, setToken] = useState(readToken);
  // Another link in the same tab changes only the fragment.
  useEffect(() => {
    const update = (): void => setToken(readToken());
    update();
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  return (
    <CardPage title="Set your password">
      {token === "" ? <NoToken /> : <PasswordFields key={token} token={token} />}
    </CardPage>
  );
};

export default Join;
