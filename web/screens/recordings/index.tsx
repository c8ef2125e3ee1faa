import { h } from "preact";
import {
  type Column,
  CurlHint,
  Duration,
  Empty,
  List,
  Screen,
  Status,
  Tags,
  Time,
} from "../parts/index.js";
import { useConnection } from "../src/connection.js";
import { dayEnd, dayStart } from "../src/days.js";
import { href, useFilters } from "../src/location.js";
import { Failed } from "./recordings/failed.js";
import { filters, RecordingFilters } from "./recordings/filters.js";
import {
  Recordings as Operation,
  type RecordingsQuery,
  type RecordingStatus,
} from "./recordings.graphql.js";

type Row = RecordingsQuery["recordings"]["nodes"][number];

const columns: Column<Row>[] = [
  {
    title: "Recording",
    head: true,
    cell: ({ id, name, status, closed, matches }) => (
      <>
        <a href={href("/recordings/:id", { id })}>{name}</a>
        {closed && <Status of="processed" text="deal closed" />}
        {status !== "processed" && <Status of={status} />}
        {matches?.map(({ field, snippet }) => (
          <p key={field} class="muted">
            {snippet.map(({ text, hit }) => (hit ? h("mark", null, text) : text))}
          </p>
        ))}
      </>
    ),
  },
  { title: "User", cell: ({ user }) => user.name },
  {
    title: "Client",
    cell: ({ client }) =>
      client && (
        <a href={href("/clients/:id", { id: client.id })}>
          {client.name ?? client.email ?? "Unnamed"}
        </a>
      ),
  },
  { title: "Began", cell: ({ startedAt }) => <Time at={startedAt} /> },
  { title: "Length", number: true, cell: ({ duration }) => <Duration ms={duration} /> },
  { title: "Tags", cell: ({ tags }) => <Tags of={tags} /> },
];

const Recordings = () => {
  const [values, change] = useFilters(filters);
  const { from, to, status, ...rest } = values;
  const filter = {
    ...rest,
    ...(from && { from: dayStart(from) }),
    ...(to && { to: dayEnd(to) }),
    ...(status && { status: status as RecordingStatus }),
  };
  const list = useConnection(Operation, { filter }, ({ recordings }) => recordings);
  const isFiltered = Object.keys(values).length > 0;
  const days = new URLSearchParams({
    ...(from && { fromDate: dayStart(from) }),
    ...(to && { toDate: dayEnd(to) }),
    ...(values.search && { search: values.search }),
    limit: "25",
  });
  return (
    <Screen title="Recordings" actions={status === "failed" && <Failed reload={list.reload} />}>
      <RecordingFilters values={values} change={change} />
      <List
        of={list}
        caption={values.search ? "Recordings, best match first" : "Recordings, newest first"}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          isFiltered ? (
            <Empty title="No recording is like that">
              <p>
                <a href={href("/recordings")}>Show all recordings</a>
              </p>
            </Empty>
          ) : (
            <Empty title="There are no recordings yet">
              <p>A call shows up here when its analysis is done.</p>
              <p>
                <a href={href("/")}>How to send the first call</a>
              </p>
            </Empty>
          )
        }
      />
      <CurlHint path={`recordings?${days}`} />
    </Screen>
  );
};

export default Recordings;
