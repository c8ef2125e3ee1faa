import { useLocation } from "preact-iso";
import { Button, Field, Form, type Values } from "../../parts/index.js";
import { ask } from "../../src/ask.js";
import { href } from "../../src/location.js";
import { useMutation } from "../../src/query.js";
import { SetUp as Operation } from "../setup.graphql.js";

/** Who is to be an admin by the link that has this token. */
export const NewAdmin = ({ token }: { token: string }) => {
  const { route } = useLocation();
  const setUp = useMutation(Operation, ask);
  const submit = async (values: Values): Promise<void> => {
    const [name, email, password] = [
      values.get("name"),
      values.get("email"),
      values.get("password"),
    ];
    if (await setUp.run({ token, name, email, password })) route(href("/"), true);
  };
  return (
    <>
      <p class="muted">You will sign in with this e-mail and password.</p>
      <Form of={setUp} onSubmit={(values) => void submit(values)}>
        <Field label="Your name" name="name" autocomplete="name" required />
        <Field label="E-mail" name="email" type="email" autocomplete="username" required />
        <Field
          label="Password"
          name="password"
          type="password"
          autocomplete="new-password"
          minLength={12}
          maxLength={1024}
          hint="At least 12 characters. A few words that belong together for you alone are best."
          required
        />
        <Button kind="main" type="submit" busy={setUp.busy}>
          Set up
        </Button>
      </Form>
    </>
  );
};
