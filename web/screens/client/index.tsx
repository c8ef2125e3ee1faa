import { CurlHint, Empty, Markdown, Problem, Screen, Section, Skeleton } from "../parts/index.js";
import { href } from "../src/location.js";
import { useQuery } from "../src/query.js";
import { About } from "./client/about.js";
import { Insights } from "./client/insights.js";
import { Recordings } from "./client/recordings.js";
import { ClientById } from "./client.graphql.js";

const Client = ({ id }: { id: string }) => {
  const { data, problem, busy, reload } = useQuery(ClientById, { id });
  const client = data?.client;
  return (
    <Screen title={client ? (client.name ?? client.email ?? "Unnamed client") : "Client"}>
      <Problem of={problem} retry={reload} />
      {client && (
        <>
          <div class="columns">
            <div>
              <About of={client} />
              {client.notes && (
                <Section title="Notes">
                  <Markdown text={client.notes} />
                </Section>
              )}
            </div>
            <div>
              <Insights of={client} />
            </div>
          </div>
          <Recordings id={id} />
        </>
      )}
      {!data && busy && <Skeleton rows={12} />}
      {data && !client && (
        <Empty title="There is no such client">
          <p>The client may have been erased, or belong to another organization.</p>
          <p>
            <a href={href("/clients")}>Show all clients</a>
          </p>
        </Empty>
      )}
      <CurlHint path={`clients/${encodeURIComponent(id)}`} />
    </Screen>
  );
};

export default Client;
