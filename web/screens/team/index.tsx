import { useMemo } from "preact/hooks";
import {
  EmptyState,
  Person,
  ProblemAlert,
  Screen,
  Section,
  Skeleton,
  Time,
} from "../../parts/index.js";
import { FigureSummary } from "../../parts/charts/figure-summary.js";
import { href } from "../../lib/location.js";
import { buildWeek, toInstants } from "../../lib/range.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useQuery } from "../../lib/use-query.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { type PersonWeeks, useWeeks } from "../../lib/use-weeks.js";
import { computeFigures } from "../../lib/week-figures.js";
import { InviteRep } from "../stats/invite-rep.js";
import { type CommentCounts, RepTable } from "./rep-table.js";
import { TeamWeek, type TeamWeekQuery } from "./team.graphql.js";
import { buildVisitBounds, resolveVisitDays } from "./visit-days.js";
import { chooseWorthHearing } from "./worth-hearing.js";

const SUMMARY = ["calls", "score", "closeRate"] as const;

const Summary = ({ people }: { people: PersonWeeks[] }) => {
  const sumWeek = (index: number) =>
    computeFigures(people.flatMap(({ weeks }) => weeks.at(index) ?? []));
  return <FigureSummary names={SUMMARY} now={sumWeek(-1)} before={sumWeek(-2)} since="last week" />;
};

const WorthHearing = ({ data, reps }: { data: TeamWeekQuery; reps: ReadonlySet<string> }) => {
  const calls = chooseWorthHearing(data, reps);
  return (
    <Section
      title="Worth hearing"
      actions={
        <a class="small" href={href("/recordings", {}, { range: "week" })}>
          All calls of this week
        </a>
      }
    >
      {calls.length === 0 && <p class="muted">No calls yet this week.</p>}
      <ul class="newest">
        {calls.map(({ reason, call: { id, name, client, startedAt, user } }) => (
          <li key={id}>
            <a href={href("/recordings/:id", { id })}>{client?.name ?? name}</a>{" "}
            <span class="reason">{reason}</span>
            <span class="muted second-line">
              {user.name} · <Time at={startedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
};

const MissedVisits = ({
  data: { appointments, users },
  people,
}: {
  data: TeamWeekQuery;
  people: PersonWeeks[];
}) => {
  const days = resolveVisitDays();
  const names = new Map([...people, ...users].map(({ email, name }) => [email, name]));
  const visits = appointments.nodes;
  return (
    <Section title={days.title}>
      {visits.length === 0 && <p class="muted">No visit without a recording.</p>}
      <ul class="newest">
        {visits.map(({ eventId, title: visit, customerName, startTime, userEmail }) => (
          <li key={eventId}>
            <Person id={userEmail} name={names.get(userEmail) ?? userEmail} />{" "}
            <a href={href("/appointments/:eventId", { eventId })}>
              {customerName ?? visit ?? "Visit"}
            </a>{" "}
            <span class="muted">
              <Time at={startTime} />
            </span>
          </li>
        ))}
      </ul>
      {appointments.pageInfo.hasNextPage && (
        <p class="muted">
          <a
            href={href(
              "/appointments",
              {},
              { matchStatus: "missed", from: days.from, to: days.to },
            )}
          >
            There are more
          </a>
        </p>
      )}
    </Section>
  );
};

const countComments = ({ comments }: TeamWeekQuery): CommentCounts => {
  const byEmail = new Map<string, number>();
  for (const { recording } of comments.nodes)
    if (recording) byEmail.set(recording.user.email, (byEmail.get(recording.user.email) ?? 0) + 1);
  return { byEmail, isMore: comments.pageInfo.hasNextPage };
};

const NoTeam = () => (
  <EmptyState title="You don’t lead a team yet">
    <p>
      An admin chooses who leads a team, under People. Then this page shows its week: scores, what
      to train, and calls worth hearing.
    </p>
  </EmptyState>
);

/** The week of the reps whom the viewer leads; for admins, of everyone. */
const Team = () => {
  const isAdmin = useIsAdmin();
  const viewer = useViewerEmail();
  const variables = useMemo(
    () => ({ week: toInstants(buildWeek(0)).from!, ...buildVisitBounds() }),
    [],
  );
  const weeks = useWeeks();
  const { data, problem, reload } = useQuery(TeamWeek, variables);
  const led = data?.teams.filter((team) => team.leads.some(({ email }) => email === viewer)) ?? [];
  const leads = led.length > 0;
  const members = new Set(led.flatMap((team) => team.members.map(({ email }) => email)));
  // An admin's team is everyone who calls.
  const active = weeks.people?.filter(({ email, weeks: all }) =>
    isAdmin ? computeFigures(all).calls > 0 : members.has(email),
  );
  const isLoading = (!data && !problem) || (!active && !weeks.problem);
  return (
    <Screen title="Team this week" actions={!isAdmin && leads && <InviteRep />}>
      <ProblemAlert problem={problem ?? weeks.problem} onRetry={problem ? reload : weeks.reload} />
      {isLoading && <Skeleton rows={12} />}
      {data && !isAdmin && !leads && <NoTeam />}
      {data && active && (isAdmin || leads) && (
        <>
          <Summary people={active} />
          {active.length === 0 ? (
            <EmptyState
              title={isAdmin ? "No calls in the last eight weeks" : "Your team has no members"}
            >
              <p>Reps appear here with their calls.</p>
            </EmptyState>
          ) : (
            <RepTable people={active} comments={countComments(data)} />
          )}
          <div class="columns">
            <div>
              <WorthHearing data={data} reps={new Set(active.map(({ email }) => email))} />
            </div>
            <div>
              <MissedVisits data={data} people={active} />
            </div>
          </div>
        </>
      )}
    </Screen>
  );
};

export default Team;
