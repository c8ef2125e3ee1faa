import {
  EmptyState,
  ProblemAlert,
  Screen,
  Skeleton,
  StatusBadge,
  Time,
} from "../../parts/index.js";
import { FigureSummary } from "../../parts/charts/figure-summary.js";
import { findTargetsOfPeople } from "../../lib/find-targets.js";
import { PeopleTargets } from "../../lib/targets.graphql.js";
import { useQuery } from "../../lib/use-query.js";
import { useWeeks } from "../../lib/use-weeks.js";
import { computeFigures } from "../../lib/week-figures.js";
import { CallList } from "./call-list.js";
import { FigureLines } from "./figure-lines.js";
import { Habits } from "./habits.js";
import { OpenComments, OpenSteps } from "./open-lists.js";
import { Rep as Operation } from "./rep.graphql.js";

const SUMMARY = ["calls", "score", "closeRate", "talkRatio", "questions"] as const;

/** One rep: this week against the last, eight weeks, habits, and what is open. */
const Rep = ({ email }: { email: string }) => {
  const { people, problem: weeksProblem, reload: reloadWeeks } = useWeeks({ email });
  const { data, problem, reload } = useQuery(Operation, { email });
  const { data: targetData } = useQuery(PeopleTargets, {});
  const targets = targetData && findTargetsOfPeople(targetData, [email], 1);
  const person = people?.[0];
  // Statistics also have deactivated users with calls, and users have no weeks without any call.
  const known =
    person ?? data?.users.find((user) => user.email.toLowerCase() === email.toLowerCase());
  const weeks = person?.weeks ?? [];
  return (
    <Screen title={known?.name ?? email}>
      <ProblemAlert problem={problem ?? weeksProblem} onRetry={problem ? reload : reloadWeeks} />
      {(!data || !people) && !problem && !weeksProblem && <Skeleton rows={12} />}
      {data && people && !known && (
        <EmptyState title="No such rep">
          <p>You see no user with the address {email}.</p>
        </EmptyState>
      )}
      {data && people && known && (
        <>
          <FigureSummary
            names={SUMMARY}
            now={computeFigures(weeks.slice(-1))}
            before={computeFigures(weeks.slice(-2, -1))}
            since="last week"
            targets={targets}
          />
          <FigureLines weeks={weeks} targets={targets} />
          <div class="columns">
            <div>
              <Habits email={known.email} weeks={weeks} />
              <CallList
                title="Calls"
                calls={data.recordings.nodes}
                email={known.email}
                renderDetails={({ closed, startedAt }) => (
                  <>
                    {closed && <StatusBadge status="processed" text="closed" />}
                    <span class="muted second-line">
                      <Time at={startedAt} />
                    </span>
                  </>
                )}
              />
            </div>
            <div>
              <OpenComments
                title="Open comments"
                comments={data.comments.nodes}
                all={{ userEmail: known.email }}
              />
              <OpenSteps
                title="Next steps"
                steps={data.actionItems.nodes}
                all={{ userEmail: known.email }}
              />
            </div>
          </div>
        </>
      )}
    </Screen>
  );
};

export default Rep;
