import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { DeliveryOutcome, ProblemAlert, Section, Skeleton, Time } from "../../parts/index.js";
import { formatCount, formatNumber, formatPercent } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { useQuery } from "../../lib/use-query.js";
import { Health } from "./health.js";
import { Overview as Operation, type OverviewQuery } from "./home.graphql.js";

const DAYS = 7;
const DAY_MS = 86_400_000;

const buildPeriod = () => {
  const now = new Date();
  const from = new Date(now.getTime() - DAYS * DAY_MS).toISOString();
  return { from, now: now.toISOString(), soon: now.toISOString() };
};

const Newest = ({
  title,
  all,
  none,
  children,
}: {
  title: string;
  /** The address of the full list. */
  all: string;
  none: string;
  children: ComponentChildren[];
}) => (
  <Section
    title={title}
    actions={
      <a class="small" href={all} aria-label={`Show all: ${title}`}>
        Show all
      </a>
    }
  >
    {children.length > 0 ? <ul class="newest">{children}</ul> : <p class="muted">{none}</p>}
  </Section>
);

const CoverageSection = ({
  coverage: { due, recorded },
}: {
  coverage: OverviewQuery["coverage"];
}) => (
  <Section title={`Recording coverage, last ${DAYS} days`}>
    {due === 0 ? (
      <p class="muted">No appointments were due.</p>
    ) : (
      <p>
        <strong class="figure">{formatPercent(recorded / due)}</strong>{" "}
        <span class="muted">
          {formatNumber(recorded)} of {formatCount(due, "appointment")}
        </span>
      </p>
    )}
  </Section>
);

const FailedDeliveries = ({ deliveries }: { deliveries: OverviewQuery["deliveries"]["nodes"] }) => (
  <Newest
    title="Failed deliveries"
    all={href("/deliveries", {}, { status: "failed" })}
    none="No failed deliveries."
  >
    {deliveries.map((delivery) => (
      <li key={delivery.id}>
        <a href={href("/deliveries", {}, { status: "failed", delivery: delivery.id })}>
          <code>{delivery.event}</code>
        </a>{" "}
        <DeliveryOutcome delivery={delivery} />
        <span class="muted second-line">
          <Time at={delivery.createdAt} /> to {delivery.url}
        </span>
      </li>
    ))}
  </Newest>
);

const OverviewColumns = ({ overview }: { overview: OverviewQuery }) => (
  <div class="columns">
    <div>
      <Newest title="Newest recordings" all={href("/recordings")} none="No recordings yet.">
        {overview.recordings.nodes.map(({ id, name, startedAt, user }) => (
          <li key={id}>
            <a href={href("/recordings/:id", { id })}>{name}</a>
            <span class="muted second-line">
              {user.name} · <Time at={startedAt} />
            </span>
          </li>
        ))}
      </Newest>
      <Newest
        title="Upcoming appointments"
        all={href("/appointments")}
        none="No upcoming appointments."
      >
        {overview.appointments.nodes.map(({ eventId, title, startTime, customerName }) => (
          <li key={eventId}>
            <a href={href("/appointments/:eventId", { eventId })}>{title ?? eventId}</a>
            <span class="muted second-line">
              <Time at={startTime} />
              {customerName && ` · ${customerName}`}
            </span>
          </li>
        ))}
      </Newest>
    </div>
    <div>
      <CoverageSection coverage={overview.coverage} />
      <FailedDeliveries deliveries={overview.deliveries.nodes} />
    </div>
  </div>
);

/** The health of the organization, the newest recordings, upcoming appointments, coverage and failed deliveries, for admins. */
export const Overview = () => {
  const period = useMemo(buildPeriod, []);
  const { data, problem, reload } = useQuery(Operation, period);
  return (
    <>
      <Health />
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={10} />}
      {data && <OverviewColumns overview={data} />}
    </>
  );
};
