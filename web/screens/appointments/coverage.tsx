import { Meter } from "../../parts/meter.js";
import { Problem } from "../../parts/index.js";
import { counted, number, percent } from "../../src/format.js";
import { useQuery } from "../../src/query.js";
import { AppointmentCoverage } from "../appointments.graphql.js";

interface Props {
  from: string;
  to: string;
  userEmail?: string | undefined;
}

const DAY_MS = 86_400_000;
const MOST_DAYS = 366;

const Counted = (variables: Props) => {
  const { data, problem, busy, reload } = useQuery(AppointmentCoverage, variables);
  if (problem) return <Problem of={problem} retry={reload} />;
  if (!data) return <p class="muted">Counting…</p>;
  const { due, recorded } = data.coverage;
  if (due === 0) return <p class="muted">No appointment in this range is due yet.</p>;
  return (
    <div class="coverage-figures" aria-busy={busy}>
      <p class="figure">{percent(recorded / due)}</p>
      <div>
        <p>
          {number(recorded)} of {counted(due, "due appointment")} recorded
          <span class="muted"> · {number(due - recorded)} missed</span>
        </p>
        <Meter of={recorded / due} />
      </div>
    </div>
  );
};

/** How many of the appointments of a range that should have a recording have one. */
export const Coverage = ({ from, to, userEmail }: Partial<Props>) => {
  const days = from && to ? (Date.parse(to) - Date.parse(from)) / DAY_MS : Infinity;
  return (
    <section class="card coverage" aria-label="Recording coverage">
      {from && to && days < MOST_DAYS ? (
        <Counted from={from} to={to} {...(userEmail && { userEmail })} />
      ) : (
        <p class="muted">
          Recording coverage is counted over at most {MOST_DAYS} days: choose a shorter range to see
          it.
        </p>
      )}
    </section>
  );
};
