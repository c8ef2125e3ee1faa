import { useState } from "preact/hooks";
import { Button, Dialog, ProblemAlert, Select, Skeleton } from "../../parts/index.js";
import { useQuery } from "../../lib/use-query.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { InvitationDialog } from "../people/invitation-dialog.js";
import { PendingInvitations } from "./pending-invitations.js";
import { LedTeams } from "./stats.graphql.js";

/** Invites a rep into a team that the manager leads. */
const InviteRepDialog = ({ onClose }: { onClose: () => void }) => {
  const viewer = useViewerEmail();
  const { data, problem, reload } = useQuery(LedTeams, {});
  const teams = data?.teams.filter(({ leads }) => leads.some(({ email }) => email === viewer));
  const first = teams?.[0];
  if (!teams || !first)
    return (
      <Dialog title="Invite a rep" onClose={onClose}>
        <div class="form">
          <ProblemAlert problem={problem} onRetry={reload} />
          {!teams && !problem && <Skeleton rows={3} />}
          {teams && <p>You don’t lead a team yet. Ask an admin to make you a lead.</p>}
          <div class="actions">
            <Button onClick={onClose}>Close</Button>
          </div>
        </div>
      </Dialog>
    );
  return (
    <InvitationDialog
      title="Invite a rep"
      readInput={(values) => ({ role: "rep", teamIds: [values.get("teamIds") || first.id] })}
      footer={<PendingInvitations />}
      onClose={onClose}
    >
      {teams.length > 1 ? (
        <Select
          label="Team"
          name="teamIds"
          options={Object.fromEntries(teams.map(({ id, name }) => [id, name]))}
          value={first.id}
        />
      ) : (
        <p class="muted">Joins {first.name}. You see the rep’s calls.</p>
      )}
    </InvitationDialog>
  );
};

/** For managers, who don't have the People screen. */
export const InviteRep = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite a rep</Button>
      {isOpen && <InviteRepDialog onClose={() => setOpen(false)} />}
    </>
  );
};
