import {
  CurlHint,
  EmptyState,
  Markdown,
  ProblemAlert,
  Screen,
  Section,
  Skeleton,
} from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { useQuery } from "../../lib/use-query.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { AboutClient } from "./about-client.js";
import { EraseClient } from "./erase-client.js";
import { Insights } from "./insights.js";
import { Timeline } from "./timeline.js";
import { ClientById } from "./client.graphql.js";

const Client = ({ id }: { id: string }) => {
  const { data, problem, isBusy, reload } = useQuery(ClientById, { id });
  const client = data?.client;
  const isAdmin = useIsAdmin();
  const name = client?.name ?? client?.email ?? (client ? "Unnamed client" : "Client");
  return (
    <Screen title={name} actions={client && isAdmin && <EraseClient id={id} name={name} />}>
      <ProblemAlert problem={problem} onRetry={reload} />
      {client && (
        <>
          <div class="columns">
            <div>
              <AboutClient client={client} />
              {client.notes && (
                <Section title="Notes">
                  <Markdown text={client.notes} />
                </Section>
              )}
            </div>
            <div>
              <Insights client={client} />
            </div>
          </div>
          <Timeline id={id} />
        </>
      )}
      {!data && isBusy && <Skeleton rows={12} />}
      {data && !client && (
        <EmptyState title="Client not found">
          <p>The client may have been erased, or belongs to another organization.</p>
          <p>
            <a href={href("/clients")}>Show all clients</a>
          </p>
        </EmptyState>
      )}
      <CurlHint path={`clients/${encodeURIComponent(id)}`} />
    </Screen>
  );
};

export default Client;
