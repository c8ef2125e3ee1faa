import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import { Button, CardPage, Field, Form, Skeleton, type Values } from "../parts/index.js";
import { ask } from "../src/ask.js";
import { useMutation, useQuery } from "../src/query.js";
import { safeTarget } from "../src/target.js";
import { ViewerOfConsole } from "../src/viewer.graphql.js";
import { SignIn as Operation } from "./sign-in.graphql.js";

const SignInForm = ({ goOn }: { goOn: () => void }) => {
  const signIn = useMutation(Operation, ask);
  const submit = async (values: Values): Promise<void> => {
    const email = values.get("email");
    const password = values.get("password");
    if (await signIn.run({ email, password })) goOn();
  };
  return (
    <>
      <Form of={signIn} onSubmit={(values) => void submit(values)}>
        <Field label="E-mail" name="email" type="email" autocomplete="username" required />
        <Field
          label="Password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
        />
        <Button kind="main" type="submit" busy={signIn.busy}>
          Sign in
        </Button>
      </Form>
      <p class="muted small">
        Forgotten? Whoever runs the server sets another one with <code>debrief admin password</code>
        .
      </p>
    </>
  );
};

const SignIn = () => {
  const { query, route } = useLocation();
  const viewer = useQuery(ViewerOfConsole, {});
  const target = safeTarget(query["to"]);
  const isIn = viewer.data !== undefined;
  useEffect(() => {
    // Whoever has a session already has nothing to do here.
    if (isIn) route(target, true);
  }, [isIn, target, route]);
  return (
    <CardPage title="Sign in">
      {viewer.busy || isIn ? <Skeleton /> : <SignInForm goOn={() => route(target, true)} />}
    </CardPage>
  );
};

export default SignIn;
