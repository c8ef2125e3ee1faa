import { Section } from "../../parts/index.js";
import { formatCount } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import type { DayRange } from "../../lib/range.js";
import type { TeamWeekQuery } from "./team.graphql.js";

/** Days, and how they are called: "last 30 days". */
export interface NamedDays extends DayRange {
  name: string;
}

/** How many calls of the reps have what a tracker looks for at clients, most first. Opens their sentences. */
export const ClientSaid = ({
  data: { trackers, trackedCalls },
  reps,
  days: { name, from, to },
}: {
  data: Pick<TeamWeekQuery, "trackers" | "trackedCalls">;
  reps: ReadonlySet<string>;
  days: NamedDays;
}) => {
  const counts = trackers
    .filter(({ saidBy }) => saidBy === "client")
    .map((tracker) => ({
      ...tracker,
      calls: trackedCalls
        .filter(({ tracker: { id }, user }) => id === tracker.id && user && reps.has(user.email))
        .reduce((sum, { calls }) => sum + calls, 0),
    }))
    .filter(({ calls }) => calls > 0)
    .toSorted((a, b) => b.calls - a.calls);
  if (counts.length === 0) return null;
  return (
    <Section title={`What clients said, ${name}`}>
      <ul class="newest">
        {counts.map(({ id, name: tracker, calls }) => (
          <li key={id}>
            <a href={href("/recordings", {}, { trackerId: id, from, to })}>{tracker}</a>{" "}
            <span class="muted">in {formatCount(calls, "call")}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
};
