import {
  FactList,
  GraphqlHint,
  ProblemAlert,
  Screen,
  Section,
  Skeleton,
  Time,
} from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useQuery } from "../../lib/use-query.js";
import { AccountSection } from "./account-section.js";
import { CalendarsSection } from "./calendars-section.js";
import { KeySection } from "./key-section.js";
import { PrivacySection } from "./privacy-section.js";
import { RetentionSection } from "./retention-section.js";
import { OrganizationSettings } from "./settings.graphql.js";

const toSentence = (line: string): string => `${line[0]?.toUpperCase()}${line.slice(1)}.`;

const AdminSettings = () => {
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
        <ProblemAlert problem={problem} onRetry={reload} />
        {!data && !problem && <Skeleton rows={8} />}
        {data && (
          <>
            <KeySection apiKey={data.organization.apiKey} reload={reload} />
            <Section title="Organization">
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
        <CalendarsSection />
        <RetentionSection />
        <PrivacySection />
        <AccountSection />
      </div>
      <GraphqlHint query={OrganizationSettings} />
    </Screen>
  );
};

/** The organization's settings for admins; for managers and reps their own sessions and password. */
const Settings = () =>
  useIsAdmin() ? (
    <AdminSettings />
  ) : (
    <Screen title="Settings">
      <div class="stack">
        <AccountSection />
      </div>
    </Screen>
  );

export default Settings;
