import { Problem, Skeleton } from "../../parts/index.js";
import { useQuery } from "../../src/query.js";
import { Account as Operation } from "./account.graphql.js";
import { Password } from "./password.js";
import { Sessions } from "./sessions.js";

/** What an admin sets of their own. */
export const Account = () => {
  const { data, problem, busy, reload } = useQuery(Operation, {});
  return (
    <>
      <Problem of={problem} retry={reload} />
      {!data && !problem && <Skeleton rows={6} />}
      {data && (
        <>
          <Sessions of={data.sessions} busy={busy} reload={reload} />
          <Password email={data.viewer.user?.email} onDone={reload} />
        </>
      )}
    </>
  );
};
