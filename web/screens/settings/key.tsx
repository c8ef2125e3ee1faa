import { useState } from "preact/hooks";
import { Button, Facts, Section, Time } from "../../parts/index.js";
import { base } from "../../src/location.js";
import type { OrganizationSettingsQuery } from "../settings.graphql.js";
import { RefreshKey } from "./refresh-key.js";

type Key = OrganizationSettingsQuery["organization"]["apiKey"];

export const KeySection = ({ of, reload }: { of: Key; reload: () => void }) => {
  const [refreshing, setRefreshing] = useState(false);
  return (
    <Section title="Organization API Key">
      <p class="muted">
        Gives other systems access to every recording of the organization by the API. Only its first
        characters are kept here: whoever has lost it refreshes it.
      </p>
      <p>
        Calls can be tried in the{" "}
        <a href={new URL("docs", base).href} target="_blank" rel="noopener">
          documentation of the API
        </a>
        , queries in{" "}
        <a href={new URL("graphiql", base).href} target="_blank" rel="noopener">
          GraphiQL
        </a>
        .
      </p>
      <Facts
        of={{
          Key: <code>{of.prefix}…</code>,
          Created: <Time at={of.createdAt} />,
          "Last used": <Time at={of.lastUsedAt} />,
        }}
      />
      <div class="actions">
        <Button kind="danger" onClick={() => setRefreshing(true)}>
          Refresh the key
        </Button>
      </div>
      {refreshing && (
        <RefreshKey prefix={of.prefix} onClose={() => setRefreshing(false)} onDone={reload} />
      )}
    </Section>
  );
};
