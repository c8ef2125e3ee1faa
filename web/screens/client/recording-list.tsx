import {
  type Column,
  Duration,
  EmptyState,
  List,
  StatusBadge,
  Tags,
  Time,
} from "../../parts/index.js";
import { useConnection } from "../../lib/use-connection.js";
import { href } from "../../lib/location.js";
import { ClientRecordings, type ClientRecordingsQuery } from "./client.graphql.js";

type Page = NonNullable<ClientRecordingsQuery["client"]>["recordings"];
type Row = Page["nodes"][number];

const columns: Column<Row>[] = [
  {
    title: "Recording",
    isHeader: true,
    cell: ({ id, name }) => <a href={href("/recordings/:id", { id })}>{name}</a>,
  },
  { title: "User", cell: ({ user }) => user.name },
  { title: "Started", cell: ({ startedAt }) => <Time at={startedAt} /> },
  { title: "Duration", isNumber: true, cell: ({ duration }) => <Duration ms={duration} /> },
  {
    title: "Deal",
    cell: ({ closed }) => closed && <StatusBadge status="processed" text="closed" />,
  },
  { title: "Tags", cell: ({ tags }) => <Tags tags={tags} /> },
];

const EMPTY_PAGE: Page = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };

export const RecordingList = ({ id }: { id: string }) => {
  const list = useConnection(
    ClientRecordings,
    { id },
    ({ client }) => client?.recordings ?? EMPTY_PAGE,
  );
  return (
    <section class="below-columns" aria-labelledby="recordings">
      <h2 id="recordings">Recordings</h2>
      <List
        connection={list}
        caption="The client's recordings, newest first"
        columns={columns}
        idOf={({ id }) => id}
        empty={
          <EmptyState title="No processed recordings yet">
            <p>
              Calls appear here if their <code>customer.id</code> is the client's CRM ID.
            </p>
          </EmptyState>
        }
      />
    </section>
  );
};
