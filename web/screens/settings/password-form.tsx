import { useState } from "preact/hooks";
import { Button, Field, Form, Section, type Values } from "../../parts/index.js";
import type { Problem } from "../../src/ask.js";
import { useMutation } from "../../src/query.js";
import { say } from "../../src/say.js";
import { ChangePassword } from "./account.graphql.js";

const DIFFERENT: Problem = {
  code: "INVALID_FIELD",
  field: "repeated",
  message: "The two new passwords differ",
};

/** Whose password: the name is for password managers alone. */
export const Password = ({ email, onDone }: { email: string | undefined; onDone: () => void }) => {
  const change = useMutation(ChangePassword);
  const [problem, setProblem] = useState<Problem>();
  const [round, setRound] = useState(0);
  const submit = async (values: Values): Promise<void> => {
    const [current, next] = [values.get("current"), values.get("new")];
    const isRepeated = next === values.get("repeated");
    setProblem(isRepeated ? undefined : DIFFERENT);
    if (!isRepeated || !(await change.run({ current, new: next }))) return;
    say("The password is changed");
    setRound(round + 1);
    onDone();
  };
  return (
    <Section title="Your password">
      <p class="muted">Changing it ends all of your other sessions.</p>
      <div class="narrow" key={round}>
        <Form
          of={{ busy: change.busy, problem: problem ?? change.problem }}
          onSubmit={(values) => void submit(values)}
        >
          <input type="hidden" name="username" autocomplete="username" value={email ?? ""} />
          <Field
            label="Current password"
            name="current"
            type="password"
            autocomplete="current-password"
            required
          />
          <Field
            label="New password"
            name="new"
            type="password"
            autocomplete="new-password"
            minLength={12}
            maxLength={1024}
            hint="At least 12 characters."
            required
          />
          <Field
            label="New password again"
            name="repeated"
            type="password"
            autocomplete="new-password"
            required
          />
          <div>
            <Button type="submit" busy={change.busy}>
              Change the password
            </Button>
          </div>
        </Form>
      </div>
    </Section>
  );
};
