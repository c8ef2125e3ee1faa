import { FactList, GraphqlHint, ProblemAlert, Section, Skeleton, Time } from "../../parts/index.js";
import { useQuery } from "../../lib/use-query.js";
import { SettingsScreen } from "../settings/settings-screen.js";
import { OrganizationFacts } from "./organization.graphql.js";

const toSentence = (line: string): string => `${line[0]?.toUpperCase()}${line.slice(1)}.`;

/** What the organization is, and how its calls are processed. */
const Organization = () => {
  const { data, problem, reload } = useQuery(OrganizationFacts, {});
  return (
    <SettingsScreen title="Organization">
      <div class="stack">
        <ProblemAlert problem={problem} onRetry={reload} />
        {!data && !problem && <Skeleton rows={8} />}
        {data && (
          <>
            <Section title="About">
              <FactList
                facts={{
                  Name: data.organization.name,
                  ID: <code>{data.organization.id}</code>,
                  Created: <Time at={data.organization.createdAt} />,
                }}
              />
            </Section>
            <Section title="Incoming calls">
              <p>{toSentence(data.callProcessing)}</p>
            </Section>
          </>
        )}
      </div>
      <GraphqlHint query={OrganizationFacts} />
    </SettingsScreen>
  );
};

export default Organization;
