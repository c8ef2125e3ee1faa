import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { Outcome, Problem, Section, Skeleton, Time } from "../../parts/index.js";
import { counted, number, percent } from "../../src/format.js";
import { href } from "../../src/location.js";
import { useQuery } from "../../src/query.js";
import { Overview as Operation, type OverviewQuery } from "../home.graphql.js";

const DAYS = 7;
const DAY_MS = 86_400_000;

const period = () => {
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
  /** Where all of them are. */
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

const Coverage = ({ of: { due, recorded } }: { of: OverviewQuery["coverage"] }) => (
  <Section title={`Recorded in the last ${DAYS} days`}>
    {due === 0 ? (
      <p class="muted">No appointment was due.</p>
    ) : (
      <p>
        <strong class="figure">{percent(recorded / due)}</strong>{" "}
        <span class="muted">
          {number(recorded)} of {counted(due, "appointment")}
        </span>
      </p>
    )}
  </Section>
);

const Shown = ({ of }: { of: OverviewQuery }) => (
  <div class="columns">
    <div>
      <Newest
        title="Newest recordings"
        all={href("/recordings")}
        none="There are no recordings yet."
      >
        {of.recordings.nodes.map(({ id, name, startedAt, user }) => (
          <li key={id}>
            <a href={href("/recordings/:id", { id })}>{name}</a>
            <span class="muted answer">
              {user.name} · <Time at={startedAt} />
            </span>
          </li>
        ))}
      </Newest>
      <Newest title="Next appointments" all={href("/appointments")} none="No appointment is ahead.">
        {of.appointments.nodes.map(({ eventId, title, startTime, customerName }) => (
          <li key={eventId}>
            <a href={href("/appointments/:eventId", { eventId })}>{title ?? eventId}</a>
            <span class="muted answer">
              <Time at={startTime} />
              {customerName && ` · ${customerName}`}
            </span>
          </li>
        ))}
      </Newest>
    </div>
    <div>
      <Coverage of={of.coverage} />
      <Newest
        title="Failed deliveries"
        all={href("/deliveries", {}, { status: "failed" })}
        none="No delivery in the log has failed."
      >
        {of.deliveries.nodes.map((delivery) => (
          <li key={delivery.id}>
            <a href={href("/deliveries", {}, { status: "failed", delivery: delivery.id })}>
              <code>{delivery.event}</code>
            </a>{" "}
            <Outcome of={delivery} />
            <span class="muted answer">
              <Time at={delivery.createdAt} /> to {delivery.url}
            </span>
          </li>
        ))}
      </Newest>
    </div>
  </div>
);

/** What is new. */
export const Overview = () => {
  const variables = useMemo(period, []);
  const { data, problem, reload } = useQuery(Operation, variables);
  return (
    <>
      <Problem of={problem} retry={reload} />
      {!data && !problem && <Skeleton rows={10} />}
      {data && <Shown of={data} />}
    </>
  );
};
