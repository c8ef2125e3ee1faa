import { useLocation } from "preact-iso";
import { Button, CardPage, Field, Form, type Values } from "../parts/index.js";
import { ask } from "../src/ask.js";
import { safeTarget } from "../src/location.js";
import { useMutation } from "../src/query.js";
import { SignIn as Operation } from "./sign-in.graphql.js";

const SignIn = () => {
  const { query, route } = useLocation();
  const signIn = useMutation(Operation, ask);
  const submit = async (values: Values): Promise<void> => {
    const email = values.get("email");
    const password = values.get("password");
    if (await signIn.run({ email, password })) route(safeTarget(query["to"]), true);
  };
  return (
    <CardPage title="Sign in">
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
    </CardPage>
  );
};

export default SignIn;
