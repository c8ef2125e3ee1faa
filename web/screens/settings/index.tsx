import { Facts, GraphqlHint, Problem, Screen, Section, Skeleton, Time } from "../parts/index.js";
import { href } from "../src/location.js";
import { useQuery } from "../src/query.js";
import { Account } from "./settings/account.js";
import { KeySection } from "./settings/key.js";
import { Retention } from "./settings/retention.js";
import { OrganizationSettings } from "./settings.graphql.js";

const Settings = () => {
  const { data, problem, reload } = useQuery(OrganizationSettings, {});
  return (
    <Screen
      title="Settings"
      actions={
        <a class="button plain" href={href("/settings/audit-log")}>
          Audit log
        </a>
      }
    >
      <div class="stack">
        <Problem of={problem} retry={reload} />
        {!data && !problem && <Skeleton rows={8} />}
        {data && (
          <>
            <KeySection of={data.organization.apiKey} reload={reload} />
            <Section title="Organization">
              <Facts
                of={{
                  Name: data.organization.name,
                  Id: <code>{data.organization.id}</code>,
                  Created: <Time at={data.organization.createdAt} />,
                }}
              />
            </Section>
          </>
        )}
        <Retention />
        <Account />
      </div>
      <GraphqlHint query={OrganizationSettings} />
    </Screen>
  );
};

export default Settings;
