import { useState } from "preact/hooks";
import { type Column, EmptyState, Section, Select, Skeleton, Table } from "../../parts/index.js";
import { formatNumber } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import type { TeamCalls, TrackedCalls, Tracker } from "./types.js";
import { WeekBars } from "./week-bars.js";
import { firstDay, sumByWeek, WEEKS } from "./weeks.js";

type Grouping = "rep" | "team";

/** The calls of a rep or a team. */
interface Row extends Pick<TrackedCalls, "calls" | "weeks"> {
  id: string;
  name: string;
  /** The filter that lists the recordings of the rep or the team. */
  filter: Record<string, string>;
}

const titles = { rep: "Rep", team: "Team" } as const;

const buildColumns = (by: Grouping, trackerId: string): Column<Row>[] => [
  { title: titles[by], isHeader: true, cell: ({ name }) => name },
  {
    title: "Calls",
    isNumber: true,
    cell: ({ calls, name, filter }) => (
      <a href={href("/recordings", {}, { trackerId, ...filter, from: firstDay() })}>
        {formatNumber(calls)}
        <span class="visually-hidden">
          {" "}
          {calls === 1 ? "call" : "calls"} of {name}
        </span>
      </a>
    ),
  },
  { title: "By week", cell: (row) => <WeekBars counts={sumByWeek([row])} /> },
];

const listReps = (counts: readonly TrackedCalls[]): Row[] =>
  counts.flatMap(({ calls, weeks, user }) =>
    user
      ? [{ id: user.email, name: user.name, filter: { userEmail: user.email }, calls, weeks }]
      : [],
  );

const listTeams = (counts: readonly TeamCalls[]): Row[] =>
  counts.flatMap(({ calls, weeks, team }) =>
    team ? [{ id: team.id, name: team.name, filter: { teamId: team.id }, calls, weeks }] : [],
  );

const Switch = ({ by, onChange }: { by: Grouping; onChange: (by: Grouping) => void }) => (
  <div class="switch" role="group" aria-label="Count calls">
    {(["rep", "team"] as const).map((grouping) => (
      <button
        key={grouping}
        type="button"
        aria-pressed={by === grouping}
        onClick={() => onChange(grouping)}
      >
        By {grouping}
      </button>
    ))}
  </div>
);

/** In how many calls of each rep or each team a tracker was found. */
export const CallsByGroup = ({
  trackers,
  counts,
  teamCalls,
  by,
  onChange,
}: {
  trackers: readonly Tracker[];
  counts: readonly TrackedCalls[];
  /** Undefined unless the calls are counted by team. */
  teamCalls: readonly TeamCalls[] | undefined;
  by: Grouping;
  onChange: (by: Grouping) => void;
}) => {
  const isManager = useIsManager();
  const [chosen, setChosen] = useState<string>();
  const found = trackers.filter(({ id }) => counts.some(({ tracker }) => tracker.id === id));
  const id = found.find((tracker) => tracker.id === chosen)?.id ?? found[0]?.id;
  if (id === undefined) return null;
  const isChosen = ({ tracker }: { tracker: { id: string } }): boolean => tracker.id === id;
  const rows =
    by === "rep"
      ? listReps(counts.filter(isChosen))
      : teamCalls && listTeams(teamCalls.filter(isChosen));
  return (
    <Section
      title={`By ${by}, last ${WEEKS} weeks`}
      actions={isManager && <Switch by={by} onChange={onChange} />}
    >
      <div class="filters">
        <Select
          label="Tracker"
          options={Object.fromEntries(found.map((tracker) => [tracker.id, tracker.name]))}
          value={id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </div>
      {!rows && <Skeleton rows={3} />}
      {rows?.length === 0 && (
        <EmptyState title="No team has such calls">
          <p>The calls of a team are those of its present members.</p>
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <Table
          caption={`Calls in which the tracker was found, by ${by}`}
          columns={buildColumns(by, id)}
          rows={rows.toSorted((one, other) => other.calls - one.calls)}
          idOf={(row) => row.id}
        />
      )}
    </Section>
  );
};
