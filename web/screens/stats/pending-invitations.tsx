import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Confirm, Dialog, ProblemAlert, Time } from "../../parts/index.js";
import type { RequestProblem } from "../../lib/send-operation.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import {
  CreatePasswordLink,
  type CreatePasswordLinkMutation,
  RevokeInvitation,
} from "../people/people.graphql.js";
import { ShownLink } from "../people/shown-link.js";
import { PendingInvitations as Operation, type PendingInvitationsQuery } from "./stats.graphql.js";

type Rep = PendingInvitationsQuery["users"][number];

const isOver = (time: string): boolean => Date.parse(time) <= Date.now();

/** For the server, an invitation that has ended doesn't exist; the manager still sees it in the list. */
const explain = (problem: RequestProblem | undefined): RequestProblem | undefined =>
  problem?.code === "USER_NOT_FOUND"
    ? { ...problem, message: "This invitation isn’t open any more: it was accepted or revoked." }
    : problem;

const RevokeDialog = ({ rep: { name, email }, onClose }: { rep: Rep; onClose: () => void }) => {
  const revoke = useMutation(RevokeInvitation);
  const confirm = async (): Promise<void> => {
    if (!(await revoke.run({ email }))) return;
    showToast("Invitation revoked");
    onClose();
  };
  return (
    <Confirm
      title={`Revoke the invitation of ${name}?`}
      action="Revoke"
      mutation={{ ...revoke, problem: explain(revoke.problem) }}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>The link stops working. {name} stays in the team, and you can invite them again.</p>
    </Confirm>
  );
};

/** The reps in the manager's teams who have not signed in yet, with a new link for each. */
export const PendingInvitations = () => {
  const { data, problem, reload } = useQuery(Operation, {});
  const createLink = useMutation(CreatePasswordLink);
  const [shown, setShown] = useState<{
    email: string;
    link: CreatePasswordLinkMutation["createPasswordLink"];
  }>();
  const [revoked, setRevoked] = useState<Rep>();
  const title = useRef<HTMLHeadingElement>(null);
  const reps = data?.users.filter(
    ({ signInRole, invitedUntil }) => signInRole === "rep" && invitedUntil !== null,
  );
  const count = reps?.length;
  useEffect(() => {
    // A revoked invitation leaves the list, and with its button the keyboard focus.
    if (document.activeElement === document.body) title.current?.focus();
  }, [count]);
  const showLink = async (email: string): Promise<void> => {
    const created = await createLink.run({ email });
    if (created) setShown({ email, link: created.createPasswordLink });
    else reload();
  };
  const closeDialog = (): void => {
    setShown(undefined);
    setRevoked(undefined);
    reload();
  };
  if (!reps) return <ProblemAlert problem={problem} onRetry={reload} />;
  return (
    <section class="open-invitations" aria-labelledby="pending-invitations">
      <h3 id="pending-invitations" ref={title} tabIndex={-1}>
        Invited, not signed in yet
      </h3>
      <ProblemAlert problem={problem} onRetry={reload} />
      <ProblemAlert problem={explain(createLink.problem)} />
      {reps.length === 0 && <p class="muted">No rep has an open invitation.</p>}
      {reps.length > 0 && (
        <ul class="receivers" aria-labelledby="pending-invitations">
          {reps.map((rep) => (
            <li key={rep.email}>
              <div>
                {rep.name}
                <span class="muted second-line">{rep.email}</span>
                <span class="muted second-line">
                  {isOver(rep.invitedUntil!) ? "link ended " : "link works until "}
                  <Time at={rep.invitedUntil} />
                </span>
              </div>
              <div class="actions">
                <Button
                  isBusy={createLink.isBusy}
                  aria-label={`New link for ${rep.name}`}
                  onClick={() => void showLink(rep.email)}
                >
                  New link
                </Button>
                <Button
                  aria-label={`Revoke the invitation of ${rep.name}`}
                  onClick={() => setRevoked(rep)}
                >
                  Revoke
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <Dialog title="Invitation link" onClose={closeDialog}>
          <ShownLink {...shown} onClose={closeDialog} />
        </Dialog>
      )}
      {revoked && <RevokeDialog rep={revoked} onClose={closeDialog} />}
    </section>
  );
};
