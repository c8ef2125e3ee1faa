import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button, Dialog, Field, Form, type FormValues } from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import {
  InviteUser,
  type InviteUserMutation,
  type InviteUserMutationVariables,
} from "./people.graphql.js";
import { ShownLink } from "./shown-link.js";

type InvitationInput = InviteUserMutationVariables["input"];

interface Props {
  title: string;
  /** The invited user, if known: the e-mail can't be changed then. */
  user?: { email: string; name: string } | undefined;
  /** The controls after the e-mail and the name. */
  children?: ComponentChildren;
  /** Shown below the form. */
  footer?: ComponentChildren;
  /** Reads the rest of the input from these controls. */
  readInput: (values: FormValues) => Omit<InvitationInput, "email" | "name">;
  onClose: () => void;
  /** Runs once the user is invited. */
  onInvited?: () => void;
}

/** Invites a user, then shows the link. */
export const InvitationDialog = ({
  title,
  user,
  children,
  footer,
  readInput,
  onClose,
  onInvited,
}: Props) => {
  const invite = useMutation(InviteUser);
  const [invited, setInvited] = useState<{
    email: string;
    link: InviteUserMutation["inviteUser"];
  }>();
  const submit = async (values: FormValues): Promise<void> => {
    const email = user?.email ?? values.get("email").trim();
    const name = values.get("name").trim() || null;
    const data = await invite.run({ input: { email, name, ...readInput(values) } });
    if (!data) return;
    setInvited({ email, link: data.inviteUser });
    onInvited?.();
  };
  if (invited)
    return (
      <Dialog title="Invitation link" onClose={onClose}>
        <ShownLink {...invited} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
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
        {children}
        <div class="actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" isBusy={invite.isBusy}>
            Invite
          </Button>
        </div>
      </Form>
      {footer}
    </Dialog>
  );
};
