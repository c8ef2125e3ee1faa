import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  Confirm,
  CurlHint,
  EmptyState,
  ProblemAlert,
  Skeleton,
  Table,
} from "../../parts/index.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import { showToast } from "../../lib/toast.js";
import { DeleteTeam, Teams as Operation } from "./people.graphql.js";
import type { Team } from "./types.js";
import { TeamDialog } from "./team-dialog.js";

const Members = ({ members }: { members: Team["members"] }) =>
  members.length > 0 ? (
    <ul class="plain-list">
      {members.map(({ email, name, role }) => (
        <li key={email} title={email}>
          {name}
          {role !== "member" && <span class="muted"> · {role}</span>}
        </li>
      ))}
    </ul>
  ) : (
    <span class="muted">no members</span>
  );

const buildColumns = (edit: (team: Team) => void, remove: (team: Team) => void): Column<Team>[] => [
  { title: "Team", isHeader: true, cell: ({ name }) => name },
  {
    title: "Led by",
    cell: ({ leads }) =>
      leads.length > 0 ? (
        <ul class="plain-list">
          {leads.map(({ email, name }) => (
            <li key={email} title={email}>
              {name}
            </li>
          ))}
        </ul>
      ) : (
        <span class="muted">no lead</span>
      ),
  },
  { title: "Members", cell: ({ members }) => <Members members={members} /> },
  {
    title: "Actions",
    cell: (team) => (
      <div class="actions">
        <Button aria-label={`Edit ${team.name}`} onClick={() => edit(team)}>
          Edit
        </Button>
        <Button kind="danger" aria-label={`Delete ${team.name}`} onClick={() => remove(team)}>
          Delete
        </Button>
      </div>
    ),
  },
];

interface DeleteProps {
  team: Team;
  onClose: () => void;
  onDone: () => void;
}

const DeleteTeamDialog = ({ team: { id, name }, onClose, onDone }: DeleteProps) => {
  const deletion = useMutation(DeleteTeam);
  return (
    <Confirm
      title="Delete team"
      action="Delete"
      mutation={deletion}
      onClose={onClose}
      onConfirm={() => void deletion.run({ id }).then((data) => data && onDone())}
    >
      <p>
        <strong>{name}</strong> disappears from the statistics. Its members and their recordings
        stay.
      </p>
    </Confirm>
  );
};

export const Teams = () => {
  const { data, problem, isBusy, reload } = useQuery(Operation, {});
  const [edited, setEdited] = useState<Team | "new">();
  const [deleted, setDeleted] = useState<Team>();
  const finish = (text: string): void => {
    setEdited(undefined);
    setDeleted(undefined);
    showToast(text);
    reload();
  };
  return (
    <>
      <div class="action-row">
        <p class="muted">
          Statistics group recordings by user or by team. A user can be in several teams.
        </p>
        <Button kind="main" onClick={() => setEdited("new")}>
          New team
        </Button>
      </div>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={4} />}
      {data?.teams.length === 0 && (
        <EmptyState title="No teams yet">
          <p>Create a team to compare teams in the statistics.</p>
        </EmptyState>
      )}
      {data && data.teams.length > 0 && (
        <div class="card">
          <Table
            caption="Teams"
            columns={buildColumns(setEdited, setDeleted)}
            rows={data.teams}
            idOf={({ id }) => id}
            isBusy={isBusy}
          />
        </div>
      )}
      {edited && (
        <TeamDialog
          team={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onDone={() => finish("Team saved")}
        />
      )}
      {deleted && (
        <DeleteTeamDialog
          team={deleted}
          onClose={() => setDeleted(undefined)}
          onDone={() => finish("Team deleted")}
        />
      )}
      <CurlHint path="teams" />
    </>
  );
};
