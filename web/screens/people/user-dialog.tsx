import { useState } from "preact/hooks";
import { Button, Check, Dialog, Field, Form, type Values } from "../../parts/index.js";
import type { Problem } from "../../src/ask.js";
import { useMutation } from "../../src/query.js";
import { say } from "../../src/say.js";
import { UpsertUser } from "../people.graphql.js";
import type { User } from "./shape.js";

const TAKEN: Problem = {
  code: "CONFLICT",
  field: "email",
  message: "There is a user with this e-mail already",
};

interface Props {
  /** None makes a new one. */
  of: User | undefined;
  /** The e-mails that there are: a new user's is none of them. */
  taken: string[];
  onClose: () => void;
  onDone: () => void;
}

export const UserDialog = ({ of, taken, onClose, onDone }: Props) => {
  const upsert = useMutation(UpsertUser);
  const [problem, setProblem] = useState<Problem>();
  const submit = async (values: Values): Promise<void> => {
    const email = of?.email ?? values.get("email").trim();
    const isTaken = !of && taken.some((one) => one.toLowerCase() === email.toLowerCase());
    setProblem(isTaken ? TAKEN : undefined);
    if (isTaken) return;
    const input = {
      email,
      name: values.get("name").trim(),
      role: values.get("role").trim(),
      active: values.get("active") !== "",
    };
    if (!(await upsert.run({ input }))) return;
    say("Saved");
    onDone();
  };
  return (
    <Dialog title={of ? "Edit the user" : "New user"} onClose={onClose}>
      <Form
        of={{ busy: upsert.busy, problem: problem ?? upsert.problem }}
        onSubmit={(values) => void submit(values)}
      >
        <Field
          label="E-mail"
          name="email"
          type="email"
          defaultValue={of?.email ?? ""}
          readOnly={Boolean(of)}
          hint={of ? "It stays: calls and appointments name users by it." : ""}
          autocomplete="off"
          autofocus={!of}
          required
        />
        <Field
          label="Name"
          name="name"
          autofocus={Boolean(of)}
          defaultValue={of?.name ?? ""}
          required
        />
        <Field label="Role" name="role" defaultValue={of?.role ?? "rep"} required />
        <Check
          name="active"
          value="on"
          defaultChecked={of?.active ?? true}
          label={
            <>
              Active
              <span class="muted answer">
                Who is not keeps what was recorded, and gets no more calls or appointments.
              </span>
            </>
          }
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" busy={upsert.busy}>
            {of ? "Save" : "Create"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
