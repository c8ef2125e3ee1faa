import { useMemo, useState } from "preact/hooks";
import {
  Button,
  EmptyState,
  Person,
  ProblemAlert,
  Screen,
  Section,
  Skeleton,
  Time,
} from "../../parts/index.js";
import { FigureSummary } from "../../parts/charts/figure-summary.js";
import { dayStart } from "../../lib/day-bounds.js";
import { findTargetsOfPeople } from "../../lib/find-targets.js";
import { formatPeriod } from "../../lib/format.js";
import { href, useFilters } from "../../lib/location.js";
import {
  addDaysToToday,
  buildWeek,
  countWeeksTo,
  type DayRange,
  toInstants,
} from "../../lib/range.js";
import { PeopleTargets, type PeopleTargetsQuery } from "../../lib/targets.graphql.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useQuery } from "../../lib/use-query.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { type PersonWeeks, useWeeks } from "../../lib/use-weeks.js";
import { computeFigures } from "../../lib/week-figures.js";
import { InviteRep } from "../stats/invite-rep.js";
import { ClientSaid, type NamedDays } from "./client-said.js";
import { type CommentCounts, RepTable, type WeekTexts } from "./rep-table.js";
import { TeamWeek, type TeamWeekQuery } from "./team.graphql.js";
import { TargetsDialog } from "./targets-dialog.js";
import { findVisitDays, type VisitDays } from "./visit-days.js";
import { chooseWorthHearing } from "./worth-hearing.js";

const SUMMARY = ["calls", "score", "closeRate"] as const;

/** The days before today whose calls may be worth hearing: on Monday morning, those of last week. */
const DAYS_HEARD = 7;
const DAYS_SAID = 30;

/** The week that the page shows. */
interface ShownWeek extends WeekTexts, DayRange {
  visitDays: VisitDays;
  /** The days of the calls worth hearing. */
  heardDays: NamedDays;
  /** The days of what clients said. */
  saidDays: NamedDays;
}

const DAY = /^[1-9]\d{3}-\d\d-\d\d$/;

/** Finds the week with the day of the address; without one, or with one in the future: this week. */
const findWeek = (day = ""): ShownWeek => {
  const weeks = DAY.test(day) ? countWeeksTo(day) : 0;
  const latest = weeks < 0 ? weeks : 0;
  const [name, before] = weekTexts[latest] ?? ["that week", "the week before"];
  const days = buildWeek(latest);
  const week = { latest, name, before, ...days };
  if (latest === 0)
    return {
      ...week,
      visitDays: findVisitDays(),
      heardDays: {
        name: "the last seven days",
        from: addDaysToToday(-DAYS_HEARD),
        to: addDaysToToday(0),
      },
      saidDays: {
        name: "last 30 days",
        from: addDaysToToday(1 - DAYS_SAID),
        to: addDaysToToday(0),
      },
    };
  return {
    ...week,
    visitDays: { title: "Visits of the week without a recording", ...days },
    heardDays: { name, ...days },
    saidDays: { name, ...days },
  };
};

const weekTexts: Record<number, [name: string, before: string]> = {
  0: ["this week", "last week"],
  [-1]: ["last week", "the week before"],
};

const Summary = ({
  people,
  week,
  targets,
}: {
  people: PersonWeeks[];
  week: ShownWeek;
  targets: PeopleTargetsQuery | undefined;
}) => {
  const sumWeek = (index: number) =>
    computeFigures(people.flatMap(({ weeks }) => weeks.at(index) ?? []));
  return (
    <FigureSummary
      names={SUMMARY}
      now={sumWeek(-1)}
      before={sumWeek(-2)}
      since={week.before}
      targets={
        targets &&
        findTargetsOfPeople(
          targets,
          people.map(({ email }) => email),
          1,
        )
      }
      isRunning={week.latest === 0}
    />
  );
};

const WorthHearing = ({
  data,
  reps,
  days,
}: {
  data: TeamWeekQuery;
  reps: ReadonlySet<string>;
  days: NamedDays;
}) => {
  const calls = chooseWorthHearing(data, reps);
  return (
    <Section
      title="Worth hearing"
      actions={
        <a class="small" href={href("/recordings", {}, { from: days.from, to: days.to })}>
          All calls of {days.name}
        </a>
      }
    >
      {calls.length === 0 && <p class="muted">No calls.</p>}
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
  days,
}: {
  data: TeamWeekQuery;
  people: PersonWeeks[];
  days: VisitDays;
}) => {
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

/** The days of the week, with links to the week before and the one after. */
const WeekLine = ({ latest, from, to }: ShownWeek) => {
  const hrefTo = (weeks: number): string =>
    href("/team", {}, { week: weeks === 0 ? undefined : buildWeek(weeks).from });
  return (
    <p class="muted lead">
      {formatPeriod(dayStart(from), dayStart(to))}
      <span class="small screen-only">
        {" · "}
        <a href={hrefTo(latest - 1)}>Week before</a>
        {latest < 0 && (
          <>
            {" · "}
            <a href={hrefTo(latest + 1)}>Week after</a>
          </>
        )}
      </span>
    </p>
  );
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
  const [{ week: day }] = useFilters(["week"]);
  const week = useMemo(() => findWeek(day), [day]);
  const variables = useMemo(() => {
    const [calls, visits] = [toInstants(week.heardDays), toInstants(week.visitDays)];
    const said = toInstants(week.saidDays);
    return {
      from: calls.from!,
      to: calls.to!,
      visitsFrom: visits.from!,
      visitsTo: visits.to!,
      saidFrom: said.from!,
      saidTo: said.to!,
    };
  }, [week]);
  const weeks = useWeeks({ latest: week.latest });
  const { data, problem, reload } = useQuery(TeamWeek, variables);
  const targets = useQuery(PeopleTargets, {});
  const [isSettingTargets, setSettingTargets] = useState(false);
  const led = data?.teams.filter((team) => team.leads.some(({ email }) => email === viewer)) ?? [];
  const leads = led.length > 0;
  const members = new Set(led.flatMap((team) => team.members.map(({ email }) => email)));
  // An admin's team is everyone who calls.
  const active = weeks.people?.filter(({ email, weeks: all }) =>
    isAdmin ? computeFigures(all).calls > 0 : members.has(email),
  );
  const reps = new Set(active?.map(({ email }) => email));
  const isLoading = (!data && !problem) || (!active && !weeks.problem);
  return (
    <Screen
      title={`Team ${week.name}`}
      actions={
        (isAdmin || leads) && (
          <>
            <Button onClick={() => setSettingTargets(true)}>Targets</Button>
            {!isAdmin && <InviteRep />}
          </>
        )
      }
    >
      <WeekLine {...week} />
      <ProblemAlert problem={problem ?? weeks.problem} onRetry={problem ? reload : weeks.reload} />
      {isLoading && <Skeleton rows={12} />}
      {data && !isAdmin && !leads && <NoTeam />}
      {data && active && (isAdmin || leads) && (
        <>
          <Summary people={active} week={week} targets={targets.data} />
          {active.length === 0 ? (
            <EmptyState
              title={isAdmin ? "No calls in these eight weeks" : "Your team has no members"}
            >
              <p>Reps appear here with their calls.</p>
            </EmptyState>
          ) : (
            <RepTable people={active} comments={countComments(data)} week={week} />
          )}
          <div class="columns">
            <div>
              <WorthHearing data={data} reps={reps} days={week.heardDays} />
              <ClientSaid data={data} reps={reps} days={week.saidDays} />
            </div>
            <div>
              <MissedVisits data={data} people={active} days={week.visitDays} />
            </div>
          </div>
        </>
      )}
      {isSettingTargets && (
        <TargetsDialog
          onClose={() => setSettingTargets(false)}
          onSaved={() => {
            setSettingTargets(false);
            targets.reload();
          }}
        />
      )}
    </Screen>
  );
};

export default Team;
