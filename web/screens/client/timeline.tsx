import type { ComponentChildren } from "preact";
import {
  Duration,
  EmptyState,
  Icon,
  Person,
  ProblemAlert,
  Skeleton,
  StatusBadge,
  Time,
  Score,
} from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { matchTexts } from "../../lib/match-texts.js";
import { addDaysToToday } from "../../lib/range.js";
import { useQuery } from "../../lib/use-query.js";
import { ClientTimeline, type ClientTimelineQuery } from "./client.graphql.js";

type Call = NonNullable<ClientTimelineQuery["client"]>["recordings"]["nodes"][number];
type Visit = ClientTimelineQuery["appointments"]["nodes"][number];

interface Entry {
  key: string;
  /** ISO 8601. */
  at: string;
  content: ComponentChildren;
}

const CallEntry = ({ call, visit }: { call: Call; visit: Visit | undefined }) => {
  const { id, name, duration, closed, process, actionItems, user } = call;
  return (
    <>
      <p>
        <a href={href("/recordings/:id", { id })}>{visit?.title ?? name}</a>{" "}
        <span class="muted">
          <Duration ms={duration} />
        </span>{" "}
        <Score process={process} /> {closed && <StatusBadge status="processed" text="closed" />}
      </p>
      <p class="muted small">
        <Person id={user.email} name={user.name} />
      </p>
      {actionItems && actionItems.length > 0 && (
        <ul class="agreed">
          {actionItems.map(({ id: item, text, completed }) => (
            <li key={item} class={completed ? "muted" : undefined}>
              {completed && <Icon name="check" />}
              {completed && <span class="visually-hidden">Done: </span>}
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

const VisitEntry = ({ visit, rep }: { visit: Visit; rep: string }) => (
  <>
    <p>
      <a href={href("/appointments/:eventId", { eventId: visit.eventId })}>
        {visit.title ?? "Visit"}
      </a>{" "}
      <span class="muted">{matchTexts[visit.matchStatus]}</span>
    </p>
    <p class="muted small">
      <Person id={visit.userEmail} name={rep} />
    </p>
  </>
);

/** Joins calls and visits, the latest first. A visit with a call that is shown is one entry. */
const buildEntries = ({ client, appointments, users }: ClientTimelineQuery): Entry[] => {
  const calls = client?.recordings.nodes ?? [];
  const names = new Map(users.map(({ email, name }) => [email, name]));
  const shown = new Set(calls.map(({ id }) => id));
  const visits = new Map(appointments.nodes.map((visit) => [visit.recordingId, visit]));
  return [
    ...calls.map((call) => ({
      key: call.id,
      at: call.startedAt,
      content: <CallEntry call={call} visit={visits.get(call.id)} />,
    })),
    ...appointments.nodes
      .filter(({ recordingId }) => recordingId === null || !shown.has(recordingId))
      .map((visit) => ({
        key: visit.eventId,
        at: visit.startTime,
        content: <VisitEntry visit={visit} rep={names.get(visit.userEmail) ?? visit.userEmail} />,
      })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
};

/** Lists begin with the earliest visit: the latest ones of a client of many years must be among those that are loaded. */
const VISIT_DAYS = 730;

/** The client's calls and visits: what came out of them, and what was agreed. */
export const Timeline = ({ id }: { id: string }) => {
  const { data, problem, reload } = useQuery(ClientTimeline, {
    id,
    from: addDaysToToday(-VISIT_DAYS),
  });
  const entries = data ? buildEntries(data) : [];
  return (
    <section class="below-columns" aria-labelledby="timeline">
      <h2 id="timeline">Calls and visits</h2>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={6} />}
      {data && entries.length === 0 && (
        <EmptyState title="No calls or visits yet">
          <p>
            Calls appear here once they are analysed, if they name the client’s CRM ID or phone
            number; visits of the last two years, if they name the CRM ID.
          </p>
        </EmptyState>
      )}
      <ol class="client-timeline">
        {entries.map(({ key, at, content }) => (
          <li key={key} class="card">
            <p class="when">
              <Time at={at} />
            </p>
            <div>{content}</div>
          </li>
        ))}
      </ol>
      {data?.client?.recordings.pageInfo.hasNextPage && (
        <p>
          <a href={href("/recordings", {}, { clientId: id })}>All calls with this client</a>
        </p>
      )}
    </section>
  );
};
