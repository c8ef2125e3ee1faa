import { Button, ShownOnce, Time } from "../../parts/index.js";
import type { InviteUserMutation } from "./people.graphql.js";

/** A link to set a password, to copy now. */
export const ShownLink = ({
  link: { url, expiresAt, isSent, mailProblem },
  email,
  onClose,
}: {
  link: InviteUserMutation["inviteUser"];
  email: string;
  onClose: () => void;
}) => (
  <div class="form">
    <p role="status">
      {isSent
        ? `We sent the link to ${email}. You can also hand it over yourself:`
        : `Give this link to ${email} only: anyone with it can set the password.`}
    </p>
    {!isSent && mailProblem && <p class="muted small">Not sent by e-mail: {mailProblem}.</p>}
    <ShownOnce secrets={{ link: url }} />
    <p class="muted">
      It works once, until <Time at={expiresAt} />. You can’t see it again.
    </p>
    <div class="actions">
      <Button kind="main" onClick={onClose}>
        Done
      </Button>
    </div>
  </div>
);
