import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  Confirm,
  CurlHint,
  Empty,
  Problem,
  Skeleton,
  Table,
} from "../../parts/index.js";
import { useMutation, useQuery } from "../../src/query.js";
import { say } from "../../src/say.js";
import { DeleteTeam, Teams as Operation } from "../people.graphql.js";
import type { Team } from "./shape.js";
import { TeamDialog } from "./team-dialog.js";

const Members = ({ of }: { of: Team["members"] }) =>
  of.length > 0 ? (
    <ul class="plain-list">
      {of.map(({ email, name, role }) => (
        <li key={email} title={email}>
          {name}
          {role !== "member" && <span class="muted"> · {role}</span>}
        </li>
      ))}
    </ul>
  ) : (
    <span class="muted">nobody</span>
  );

const columns = (edit: (team: Team) => void, remove: (team: Team) => void): Column<Team>[] => [
  { title: "Team", head: true, cell: ({ name }) => name },
  { title: "Members", cell: ({ members }) => <Members of={members} /> },
  {
    title: "Change",
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
  of: Team;
  onClose: () => void;
  onDone: () => void;
}

const Delete = ({ of: { id, name }, onClose, onDone }: DeleteProps) => {
  const remove = useMutation(DeleteTeam);
  return (
    <Confirm
      title="Delete the team"
      action="Delete"
      of={remove}
      onClose={onClose}
      onConfirm={() => void remove.run({ id }).then((data) => data && onDone())}
    >
      <p>
        <strong>{name}</strong> is gone from the statistics. Its members and their recordings stay.
      </p>
    </Confirm>
  );
};

export const Teams = () => {
  const { data, problem, busy, reload } = useQuery(Operation, {});
  const [edited, edit] = useState<Team | "new">();
  const [removed, remove] = useState<Team>();
  const done = (text: string): void => {
    edit(undefined);
    remove(undefined);
    say(text);
    reload();
  };
  return (
    <>
      <div class="with-action">
        <p class="muted">Statistics are by user or by team. A user may be in several teams.</p>
        <Button kind="main" onClick={() => edit("new")}>
          New team
        </Button>
      </div>
      <Problem of={problem} retry={reload} />
      {!data && !problem && <Skeleton rows={4} />}
      {data?.teams.length === 0 && (
        <Empty title="There are no teams yet">
          <p>Make one to compare teams in the statistics.</p>
        </Empty>
      )}
      {data && data.teams.length > 0 && (
        <div class="card">
          <Table
            caption="Teams"
            columns={columns(edit, remove)}
            rows={data.teams}
            idOf={({ id }) => id}
            busy={busy}
          />
        </div>
      )}
      {edited && (
        <TeamDialog
          of={edited === "new" ? undefined : edited}
          onClose={() => edit(undefined)}
          onDone={() => done("Saved")}
        />
      )}
      {removed && (
        <Delete of={removed} onClose={() => remove(undefined)} onDone={() => done("Deleted")} />
      )}
      <CurlHint path="teams" />
    </>
  );
};
