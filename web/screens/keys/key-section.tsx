import { useState } from "preact/hooks";
import { Button, FactList, Section, Time } from "../../parts/index.js";
import { consoleBase } from "../../lib/location.js";
import type { OrganizationKeyQuery } from "./keys.graphql.js";
import { RefreshKey } from "./refresh-key.js";

type Key = OrganizationKeyQuery["organization"]["apiKey"];

export const KeySection = ({ apiKey, reload }: { apiKey: Key; reload: () => void }) => {
  const [isRefreshing, setRefreshing] = useState(false);
  return (
    <Section title="Organization API key">
      <p class="muted">
        Gives other systems API access to all of the organization’s recordings. debrief stores only
        its first characters. If you have lost the key, refresh it.
      </p>
      <p>
        Try requests in the{" "}
        <a href={new URL("docs", consoleBase).href} target="_blank" rel="noopener">
          API documentation
        </a>{" "}
        and queries in{" "}
        <a href={new URL("graphiql", consoleBase).href} target="_blank" rel="noopener">
          GraphiQL
        </a>
        .
      </p>
      <FactList
        facts={{
          Key: <code>{apiKey.prefix}…</code>,
          Created: <Time at={apiKey.createdAt} />,
          "Last used": <Time at={apiKey.lastUsedAt} />,
        }}
      />
      <div class="actions">
        <Button kind="danger" onClick={() => setRefreshing(true)}>
          Refresh key
        </Button>
      </div>
      {isRefreshing && (
        <RefreshKey prefix={apiKey.prefix} onClose={() => setRefreshing(false)} onDone={reload} />
      )}
    </Section>
  );
};
