import { useState } from "preact/hooks";
import { type Column, Section, Select, Table } from "../../parts/index.js";
import { formatNumber } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import type { TrackedCalls, Tracker } from "./types.js";

const buildColumns = (trackerId: string, from: string): Column<TrackedCalls>[] => [
  { title: "Rep", isHeader: true, cell: ({ user }) => user.name },
  {
    title: "Calls",
    isNumber: true,
    cell: ({ calls, user }) => (
      <a href={href("/recordings", {}, { trackerId, userEmail: user.email, from })}>
        {formatNumber(calls)}
        <span class="visually-hidden">
          {" "}
          {calls === 1 ? "call" : "calls"} of {user.name}
        </span>
      </a>
    ),
  },
];

/** In how many calls of each rep a tracker was found. */
export const ByRep = ({
  trackers,
  counts,
  from,
}: {
  trackers: readonly Tracker[];
  counts: readonly TrackedCalls[];
  /** The first day that is counted. */
  from: string;
}) => {
  const [chosen, setChosen] = useState<string>();
  const found = trackers.filter(({ id }) => counts.some(({ tracker }) => tracker.id === id));
  const id = found.find((tracker) => tracker.id === chosen)?.id ?? found[0]?.id;
  if (id === undefined) return null;
  const rows = counts
    .filter(({ tracker }) => tracker.id === id)
    .toSorted((one, other) => other.calls - one.calls);
  return (
    <Section title="By rep, last 12 weeks">
      <div class="filters">
        <Select
          label="Tracker"
          options={Object.fromEntries(found.map((tracker) => [tracker.id, tracker.name]))}
          value={id}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      </div>
      <Table
        caption="Calls in which the tracker was found, by rep"
        columns={buildColumns(id, from)}
        rows={rows}
        idOf={({ user }) => user.email}
      />
    </Section>
  );
};
