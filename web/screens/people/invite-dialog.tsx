import { Select } from "../../parts/index.js";
import { InvitationDialog } from "./invitation-dialog.js";
import type { SignInRole } from "./people.graphql.js";
import { LEADS_HINT, signInRoleTexts } from "./sign-in-roles.js";
import type { User } from "./types.js";

interface Props {
  /** Undefined for a new user. */
  user: User | undefined;
  onClose: () => void;
  /** Runs once the user is invited. */
  onInvited: () => void;
}

/** Invites a user with any sign-in role. */
export const InviteDialog = ({ user, onClose, onInvited }: Props) => (
  <InvitationDialog
    title="Invite user"
    user={user}
    readInput={(values) => ({ role: values.get("role") as SignInRole })}
    onClose={onClose}
    onInvited={onInvited}
  >
    <Select
      label="Signs in as"
      name="role"
      hint={LEADS_HINT}
      options={signInRoleTexts}
      value={user?.signInRole ?? "rep"}
    />
  </InvitationDialog>
);
