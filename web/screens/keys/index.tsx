import { ProblemAlert, Skeleton } from "../../parts/index.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useQuery } from "../../lib/use-query.js";
import { SettingsScreen } from "../settings/settings-screen.js";
import { KeySection } from "./key-section.js";
import { OrganizationKey as Operation } from "./keys.graphql.js";
import { NamedKeys } from "./named-keys.js";

const OrganizationKey = () => {
  const { data, problem, reload } = useQuery(Operation, {});
  return (
    <>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={5} />}
      {data && <KeySection apiKey={data.organization.apiKey} reload={reload} />}
    </>
  );
};

/** The organization's key and the named keys; for managers and reps, the keys of their assistants. */
const Keys = () => {
  const isAdmin = useIsAdmin();
  return (
    <SettingsScreen title="Keys">
      <div class="stack">
        <NamedKeys />
        {isAdmin && <OrganizationKey />}
      </div>
    </SettingsScreen>
  );
};

export default Keys;
