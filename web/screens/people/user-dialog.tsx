import { useState } from "preact/hooks";
import { Button, Checkbox, Dialog, Field, Form, type FormValues } from "../../parts/index.js";
import type { RequestProblem } from "../../lib/send-operation.js";
import { useMutation } from "../../lib/use-mutation.js";
import { showToast } from "../../lib/toast.js";
import { UpsertUser } from "./people.graphql.js";
import type { User } from "./types.js";

const EMAIL_TAKEN: RequestProblem = {
  code: "CONFLICT",
  field: "email",
  message: "A user with this e-mail already exists",
};

const splitNumbers = (text: string): string[] =>
  text
    .split(",")
    .map((number) => number.trim())
    .filter((number) => number !== "");

interface Props {
  /** Undefined for a new user. */
  user: User | undefined;
  /** The e-mails in use, which a new user can't have. */
  existingEmails: string[];
  onClose: () => void;
  onDone: () => void;
}

export const UserDialog = ({ user, existingEmails, onClose, onDone }: Props) => {
  const upsert = useMutation(UpsertUser);
  const [problem, setProblem] = useState<RequestProblem>();
  const submit = async (values: FormValues): Promise<void> => {
    const email = user?.email ?? values.get("email").trim();
    const isTaken =
      !user && existingEmails.some((existing) => existing.toLowerCase() === email.toLowerCase());
    setProblem(isTaken ? EMAIL_TAKEN : undefined);
    if (isTaken) return;
    const input = {
      email,
      name: values.get("name").trim(),
      role: values.get("role").trim(),
      active: values.get("active") !== "",
      extensions: splitNumbers(values.get("extensions")),
      phones: splitNumbers(values.get("phones")),
    };
    if (!(await upsert.run({ input }))) return;
    showToast("User saved");
    onDone();
  };
  return (
    <Dialog title={user ? "Edit user" : "New user"} onClose={onClose}>
      <Form
        mutation={{ isBusy: upsert.isBusy, problem: problem ?? upsert.problem }}
        onSubmit={(values) => void submit(values)}
      >
        <Field
          label="E-mail"
          name="email"
          type="email"
          defaultValue={user?.email ?? ""}
          readOnly={Boolean(user)}
          hint={user ? "Can't be changed: calls and appointments refer to users by e-mail." : ""}
          autocomplete="off"
          autofocus={!user}
          required
        />
        <Field
          label="Name"
          name="name"
          autofocus={Boolean(user)}
          defaultValue={user?.name ?? ""}
          required
        />
        <Field
          label="Label"
          name="role"
          defaultValue={user?.role ?? "rep"}
          hint="Free text for other programs. It grants nothing; the role to sign in with does."
          required
        />
        <Field
          label="Extensions"
          name="extensions"
          defaultValue={user?.extensions.join(", ") ?? ""}
          hint="In the phone system, separated by commas. Calls with one of them belong to this user."
          autocomplete="off"
        />
        <Field
          label="Phone numbers"
          name="phones"
          defaultValue={user?.phones.join(", ") ?? ""}
          hint="With + and the country code, separated by commas."
          autocomplete="off"
        />
        <Checkbox
          name="active"
          value="on"
          defaultChecked={user?.active ?? true}
          label={
            <>
              Active
              <span class="muted second-line">
                Inactive users keep their recordings but get no new calls or appointments.
              </span>
            </>
          }
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={upsert.isBusy}>
            {user ? "Save" : "Create"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
