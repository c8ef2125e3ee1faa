import { ProblemAlert, Skeleton } from "../../parts/index.js";
import { useQuery } from "../../lib/use-query.js";
import { Account as Operation } from "./account.graphql.js";
import { PasswordForm } from "./password-form.js";
import { Sessions } from "./sessions.js";
import { WeeklyMail } from "./weekly-mail.js";

/** The signed-in user's weekly mail, sessions and password. */
export const AccountSection = () => {
  const { data, problem, isBusy, reload } = useQuery(Operation, {});
  return (
    <>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={6} />}
      {data && (
        <>
          {data.viewer.weeklyMail !== null && (
            <WeeklyMail isWanted={data.viewer.weeklyMail} onDone={reload} />
          )}
          <Sessions sessions={data.sessions} isBusy={isBusy} reload={reload} />
          <PasswordForm email={data.viewer.user?.email} onDone={reload} />
        </>
      )}
    </>
  );
};
