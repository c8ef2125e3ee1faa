import { useState } from "preact/hooks";
import { Button, Dialog, Field, Form, Select, type FormValues } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { InviteUser, type InviteUserMutation, type SignInRole } from "./people.graphql.js";
import { ShownLink } from "./shown-link.js";
import { LEADS_HINT, signInRoleTexts } from "./sign-in-roles.js";
import type { User } from "./types.js";

interface Props {
  /** Undefined for a new user. */
  user: User | undefined;
  onClose: () => void;
  /** Runs once the user is invited. */
  onInvited: () => void;
}

/** Invites a user, then shows the link. */
export const InviteDialog = ({ user, onClose, onInvited }: Props) => {
  const invite = useMutation(InviteUser);
  const [invited, setInvited] = useState<{
    email: string;
    link: InviteUserMutation["inviteUser"];
  }>();
  const submit = async (values: FormValues): Promise<void> => {
    const email = user?.email ?? values.get("email").trim();
    const name = values.get("name").trim() || null;
    const input = { email, name, role: values.get("role") as SignInRole };
    const data = await invite.run({ input });
    if (!data) return;
    setInvited({ email, link: data.inviteUser });
    onInvited();
  };
  if (invited)
    return (
      <Dialog title="Invitation link" onClose={onClose}>
        <ShownLink {...invited} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title="Invite user" onClose={onClose}>
      <Form mutation={invite} onSubmit={(values) => void submit(values)}>
        <Field
          label="E-mail"
          name="email"
          type="email"
          defaultValue={user?.email ?? ""}
          readOnly={Boolean(user)}
          autocomplete="off"
          autofocus={!user}
          required
        />
        <Field
          label="Name"
          name="name"
          defaultValue={user?.name ?? ""}
          autocomplete="off"
          required
        />
        <Select
          label="Signs in as"
          name="role"
          hint={LEADS_HINT}
          options={signInRoleTexts}
          value={user?.signInRole ?? "rep"}
        />
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={invite.isBusy}>
            Invite
          </Button>
        </div>
      </Form>
    </Dialog>
  );
};
