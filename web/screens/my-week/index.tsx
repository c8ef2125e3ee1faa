import { useMemo } from "preact/hooks";
import { EmptyState, ProblemAlert, Screen, Section, Skeleton, Time } from "../../parts/index.js";
import { FigureSummary, type Middles } from "../../parts/charts/figure-summary.js";
import { href } from "../../lib/location.js";
import { findTargetsOfPeople } from "../../lib/find-targets.js";
import { PeopleTargets } from "../../lib/targets.graphql.js";
import { useQuery } from "../../lib/use-query.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { useWeeks, WEEKS } from "../../lib/use-weeks.js";
import { computeFigures } from "../../lib/week-figures.js";
import { CallList } from "../rep/call-list.js";
import { OpenComments, OpenSteps } from "../rep/open-lists.js";
import { findTry } from "./find-try.js";
import {
  MyWeek as Operation,
  type MyWeekQuery,
  TeamMiddle,
  type TeamMiddleQuery,
} from "./my-week.graphql.js";
import { NextVisit } from "./next-visit.js";

const SUMMARY = ["calls", "score", "closeRate", "talkRatio"] as const;

const ARRIVAL_MS = 60 * 60_000;
const SHOWN_COMMENTS = 5;

/** Joins the comments that mention the rep with those on the rep's calls, the latest first. */
const mergeComments = ({ forMe, onMyCalls }: MyWeekQuery): MyWeekQuery["forMe"]["nodes"] =>
  [
    ...new Map(
      [...forMe.nodes, ...onMyCalls.nodes].map((comment) => [comment.id, comment]),
    ).values(),
  ]
    .toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
    .slice(0, SHOWN_COMMENTS);

type Middle = NonNullable<TeamMiddleQuery["teamMiddle"]>;

/** Converts the team's medians to the units of figures. */
const toMiddles = ({ calls, score, closeRate, talkRatio }: Middle): Middles => ({
  ...(calls !== null && { calls }),
  ...(score !== null && { score }),
  ...(closeRate !== null && { closeRate: closeRate / 100 }),
  ...(talkRatio !== null && { talkRatio: talkRatio / 100 }),
});

/** Says what the team's middle is, or why there is none. */
const MiddleNote = ({ middle: { team, reps } }: { middle: Middle }) => (
  <p class="muted small">
    {reps === null
      ? `Once five reps of ${team} have calls in the last four full weeks, the middle of the team appears here.`
      : `Team: the middle of ${reps} reps of ${team} in the last four full weeks. Half of them have more, half have less.`}
  </p>
);

const MonthSummary = ({ email }: { email: string }) => {
  const { people, problem, reload } = useWeeks({ email });
  const weeks = people?.[0]?.weeks ?? [];
  const { data, problem: teamProblem, reload: reloadTeam } = useQuery(TeamMiddle, {});
  const middle = data?.teamMiddle;
  const { data: targets } = useQuery(PeopleTargets, {});
  return (
    <>
      <ProblemAlert problem={problem} onRetry={reload} />
      <ProblemAlert problem={teamProblem} onRetry={reloadTeam} />
      {people && (
        <Section
          title="My last four weeks"
          actions={
            <a class="small" href={href("/reps/:email", { email })}>
              My progress
            </a>
          }
        >
          <FigureSummary
            names={SUMMARY}
            now={computeFigures(weeks.slice(-WEEKS / 2))}
            before={computeFigures(weeks.slice(0, -WEEKS / 2))}
            since="the four weeks before"
            at="in the four before"
            targets={targets && findTargetsOfPeople(targets, [email], WEEKS / 2)}
            {...(middle && { middles: toMiddles(middle) })}
          />
          {middle && <MiddleNote middle={middle} />}
        </Section>
      )}
    </>
  );
};

const Week = ({ email }: { email: string }) => {
  // A visit stays while one arrives for it.
  const from = useMemo(() => new Date(Date.now() - ARRIVAL_MS).toISOString(), []);
  const { data, problem, reload } = useQuery(Operation, { from, email });
  return (
    <>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={12} />}
      {data && (
        <div class="columns">
          <div>
            <NextVisit visit={data.appointments.nodes[0]} />
            <CallList
              title="Last calls"
              calls={data.recordings.nodes}
              email={email}
              renderDetails={({ startedAt, coaching }) => (
                <>
                  <span class="muted">
                    <Time at={startedAt} />
                  </span>
                  <span class="second-line">{findTry(coaching)}</span>
                </>
              )}
            />
          </div>
          <div>
            <OpenComments title="Comments to answer" comments={mergeComments(data)} all={{}} />
            <OpenSteps
              title="My next steps"
              steps={data.actionItems.nodes}
              all={{ owner: "mine" }}
            />
          </div>
        </div>
      )}
      <MonthSummary email={email} />
    </>
  );
};

/** A rep's home: what comes next, what to try, what is open, and where they stand. */
const MyWeek = () => {
  const email = useViewerEmail();
  return (
    <Screen title="My week">
      {email === undefined ? (
        <EmptyState title="You are signed in without a user">
          <p>This page shows the calls and visits of the person who is signed in.</p>
        </EmptyState>
      ) : (
        <Week email={email} />
      )}
    </Screen>
  );
};

export default MyWeek;
