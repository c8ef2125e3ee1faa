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
import { AboutClient } from "./about-client.js";
import { Insights } from "./insights.js";
import { RecordingList } from "./recording-list.js";
import { ClientById } from "./client.graphql.js";

const Client = ({ id }: { id: string }) => {
  const { data, problem, isBusy, reload } = useQuery(ClientById, { id });
  const client = data?.client;
  return (
    <Screen title={client ? (client.name ?? client.email ?? "Unnamed client") : "Client"}>
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
          <RecordingList id={id} />
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
