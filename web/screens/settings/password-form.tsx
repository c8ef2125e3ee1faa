import { useState } from "preact/hooks";
import { Button, Field, Form, Section, type FormValues } from "../../parts/index.js";
import type { RequestProblem } from "../../lib/send-operation.js";
import { useMutation } from "../../lib/use-mutation.js";
import { showToast } from "../../lib/toast.js";
import { ChangePassword } from "./account.graphql.js";

const PASSWORDS_DIFFER: RequestProblem = {
  code: "INVALID_FIELD",
  field: "repeated",
  message: "The new passwords differ",
};

/** Changes the admin's password. Password managers use `email`. */
export const PasswordForm = ({
  email,
  onDone,
}: {
  email: string | undefined;
  onDone: () => void;
}) => {
  const change = useMutation(ChangePassword);
  const [problem, setProblem] = useState<RequestProblem>();
  const [round, setRound] = useState(0);
  const submit = async (values: FormValues): Promise<void> => {
    const [current, next] = [values.get("current"), values.get("new")];
    const isRepeated = next === values.get("repeated");
    setProblem(isRepeated ? undefined : PASSWORDS_DIFFER);
    if (!isRepeated || !(await change.run({ current, new: next }))) return;
    showToast("Password changed");
    setRound(round + 1);
    onDone();
  };
  return (
    <Section title="Your password">
      <p class="muted">Changing your password ends all your other sessions.</p>
      <div class="narrow" key={round}>
        <Form
          mutation={{ isBusy: change.isBusy, problem: problem ?? change.problem }}
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
            label="Confirm new password"
            name="repeated"
            type="password"
            autocomplete="new-password"
            required
          />
          <div>
            <Button type="submit" isBusy={change.isBusy}>
              Change password
            </Button>
          </div>
        </Form>
      </div>
    </Section>
  );
};
