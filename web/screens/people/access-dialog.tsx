import { useState } from "preact/hooks";
import { Button, Dialog, Form, ProblemAlert, Select, type FormValues } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { showToast } from "../../lib/toast.js";
import {
  CreatePasswordLink,
  type CreatePasswordLinkMutation,
  SetSignInRole,
  type SignInRole,
} from "./people.graphql.js";
import { ShownLink } from "./shown-link.js";
import { LEADS_HINT, signInRoleTexts } from "./sign-in-roles.js";
import type { User } from "./types.js";

const options = { ...signInRoleTexts, "": "Can’t sign in: sessions and keys end" };

/** Changes a user's sign-in role, and creates a link to a new password. */
export const AccessDialog = ({
  user: { email, name, signInRole, invitedUntil },
  onClose,
  onDone,
}: {
  user: User;
  onClose: () => void;
  onDone: () => void;
}) => {
  const setRole = useMutation(SetSignInRole);
  const createLink = useMutation(CreatePasswordLink);
  const [link, setLink] = useState<CreatePasswordLinkMutation["createPasswordLink"]>();
  const submit = async (values: FormValues): Promise<void> => {
    const role = (values.get("role") || null) as SignInRole | null;
    if (!(await setRole.run({ email, role }))) return;
    showToast("Saved");
    onDone();
  };
  const showLink = async (): Promise<void> =>
    setLink((await createLink.run({ email }))?.createPasswordLink);
  if (link)
    return (
      <Dialog title="Password link" onClose={onDone}>
        <ShownLink link={link} email={email} onClose={onDone} />
      </Dialog>
    );
  return (
    <Dialog title={`How ${name} signs in`} onClose={onClose}>
      <Form mutation={setRole} onSubmit={(values) => void submit(values)}>
        <Select
          label="Signs in as"
          name="role"
          hint={LEADS_HINT}
          options={options}
          value={signInRole ?? ""}
        />
        <ProblemAlert problem={createLink.problem} />
        <div>
          <Button icon="link" isBusy={createLink.isBusy} onClick={() => void showLink()}>
            {invitedUntil === null ? "New password link" : "New invitation link"}
          </Button>
        </div>
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={setRole.isBusy}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
