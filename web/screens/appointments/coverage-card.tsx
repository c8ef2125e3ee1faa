import { Meter } from "../../parts/value/meter.js";
import { ProblemAlert } from "../../parts/index.js";
import { formatCount, formatNumber, formatPercent } from "../../lib/format.js";
import { useQuery } from "../../lib/use-query.js";
import { AppointmentCoverage } from "./appointments.graphql.js";

interface Props {
  from: string;
  to: string;
  userEmail?: string | undefined;
}

const DAY_MS = 86_400_000;
const MAX_DAYS = 366;

const CoverageFigures = (variables: Props) => {
  const { data, problem, isBusy, reload } = useQuery(AppointmentCoverage, variables);
  if (problem) return <ProblemAlert problem={problem} onRetry={reload} />;
  if (!data) return <p class="muted">Counting…</p>;
  const { due, recorded } = data.coverage;
  if (due === 0) return <p class="muted">No appointment of this period has ended.</p>;
  return (
    <div class="coverage-figures" aria-busy={isBusy}>
      <p class="figure">{formatPercent(recorded / due)}</p>
      <div>
        <p>
          {formatNumber(recorded)} of {formatCount(due, "appointment")} recorded
          <span class="muted"> · {formatNumber(due - recorded)} without a recording</span>
        </p>
        <Meter ratio={recorded / due} />
      </div>
    </div>
  );
};

/** The share of matched appointments among the range's matched and missed ones. */
export const CoverageCard = ({ from, to, userEmail }: Partial<Props>) => {
  const days = from && to ? (Date.parse(to) - Date.parse(from)) / DAY_MS : Infinity;
  return (
    <section class="card coverage" aria-label="Recording coverage">
      {from && to && days < MAX_DAYS ? (
        <CoverageFigures from={from} to={to} {...(userEmail && { userEmail })} />
      ) : (
        <p class="muted">
          Recording coverage needs a period of at most {MAX_DAYS} days. Choose a shorter period.
        </p>
      )}
    </section>
  );
};
