import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import { Button, CardPage, Field, Form, type Values } from "../parts/index.js";
import { ask } from "../src/ask.js";
import { href } from "../src/location.js";
import { useMutation } from "../src/query.js";
import { SetUp as Operation } from "./setup.graphql.js";

// It stays in this page alone: neither the address nor the history keeps what lets somebody in.
let token = "";
const takeToken = (): void => {
  if (location.hash === "") return;
  token = location.hash.slice(1);
  history.replaceState(history.state, "", location.pathname);
};
takeToken();

const NoToken = () => (
  <CardPage title="Set up the console">
    <p>
      This page needs its link whole, as <code>debrief serve</code> printed it while nobody could
      sign in. A link is good for 30 minutes and for one use.
    </p>
    <p>
      An operator gets another one with <code>debrief admin link</code>. If you have a password
      already, <a href={href("/sign-in")}>sign in</a>.
    </p>
  </CardPage>
);

const SetUp = () => {
  const { route } = useLocation();
  const setUp = useMutation(Operation, ask);
  useEffect(takeToken);
  if (token === "") return <NoToken />;
  const submit = async (values: Values): Promise<void> => {
    const [name, email, password] = [
      values.get("name"),
      values.get("email"),
      values.get("password"),
    ];
    if (await setUp.run({ token, name, email, password })) route(href("/"), true);
  };
  return (
    <CardPage title="Set up the console">
      <p class="muted">You will be the first who can sign in.</p>
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
    </CardPage>
  );
};

export default SetUp;
