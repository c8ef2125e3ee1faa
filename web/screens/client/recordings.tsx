import { type Column, Duration, Empty, List, Status, Tags, Time } from "../../parts/index.js";
import { useConnection } from "../../src/connection.js";
import { href } from "../../src/location.js";
import { ClientRecordings, type ClientRecordingsQuery } from "../client.graphql.js";

type Page = NonNullable<ClientRecordingsQuery["client"]>["recordings"];
type Row = Page["nodes"][number];

const columns: Column<Row>[] = [
  {
    title: "Recording",
    head: true,
    cell: ({ id, name }) => <a href={href("/recordings/:id", { id })}>{name}</a>,
  },
  { title: "User", cell: ({ user }) => user.name },
  { title: "Began", cell: ({ startedAt }) => <Time at={startedAt} /> },
  { title: "Length", number: true, cell: ({ duration }) => <Duration ms={duration} /> },
  { title: "State", cell: ({ closed }) => closed && <Status of="processed" text="deal closed" /> },
  { title: "Tags", cell: ({ tags }) => <Tags of={tags} /> },
];

const none: Page = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

export const Recordings = ({ id }: { id: string }) => {
  const list = useConnection(ClientRecordings, { id }, ({ client }) => client?.recordings ?? none);
  return (
    <section class="under" aria-labelledby="recordings">
      <h2 id="recordings">Recordings</h2>
      <List
        of={list}
        caption="Recordings of the client, newest first"
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <Empty title="No recording of this client is processed yet">
            <p>
              Calls with the client's CRM id as <code>customer.id</code> are shown here.
            </p>
          </Empty>
        }
      />
    </section>
  );
};
