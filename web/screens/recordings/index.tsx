import { h } from "preact";
import {
  type Column,
  CurlHint,
  Duration,
  EmptyState,
  List,
  Screen,
  StatusBadge,
  Tags,
  Time,
} from "../../parts/index.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";
import { useConnection } from "../../lib/use-connection.js";
import { dayEnd, dayStart } from "../../lib/day-bounds.js";
import { href, useFilters } from "../../lib/location.js";
import { FailedRecordings } from "./failed-recordings.js";
import {
  recordingFilterNames,
  type RecordingFilterValues,
  RecordingFilters,
} from "./recording-filters.js";
import {
  Recordings as Operation,
  type RecordingsQuery,
  type RecordingStatus,
} from "./recordings.graphql.js";
import { Sentences } from "./sentences.js";

type Row = RecordingsQuery["recordings"]["nodes"][number];

const columns: Column<Row>[] = [
  {
    title: "Recording",
    isHeader: true,
    cell: ({ id, name, status, closed, searchMatches }) => (
      <>
        <a href={href("/recordings/:id", { id })}>{name}</a>
        {closed && <StatusBadge status="processed" text="deal closed" />}
        {status !== "processed" && <StatusBadge status={status} />}
        {searchMatches?.map(({ field, snippet }) => (
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
          {client.name ?? client.email ?? "Unnamed client"}
        </a>
      ),
  },
  { title: "Started", cell: ({ startedAt }) => <Time at={startedAt} /> },
  { title: "Duration", isNumber: true, cell: ({ duration }) => <Duration ms={duration} /> },
  { title: "Tags", cell: ({ tags }) => <Tags tags={tags} /> },
];

const RecordingList = ({ filters }: { filters: Omit<RecordingFilterValues, "by" | "saidBy"> }) => {
  const isAdmin = useIsAdmin();
  const { from, to, status, hasNotices, ...rest } = filters;
  const filter = {
    ...rest,
    ...(from && { from: dayStart(from) }),
    ...(to && { to: dayEnd(to) }),
    ...(status && { status: status as RecordingStatus }),
    ...(hasNotices && { hasNotices: hasNotices === "true" }),
  };
  const list = useConnection(Operation, { filter }, ({ recordings }) => recordings);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      {isAdmin && status === "failed" && <FailedRecordings reload={list.reload} />}
      <List
        connection={list}
        caption={rest.search ? "Recordings, best match first" : "Recordings, newest first"}
        columns={columns}
        idOf={({ id }) => id}
        empty={
          isFiltered ? (
            <EmptyState title="No recordings match these filters">
              <p>
                <a href={href("/recordings")}>Show all recordings</a>
              </p>
            </EmptyState>
          ) : (
            <EmptyState title="No recordings yet">
              <p>
                Calls appear here once their analysis is done.{" "}
                <a href={href("/recordings", {}, { status: "received" })}>
                  Show calls that wait for it
                </a>
              </p>
              <p>
                <a href={href("/")}>Send your first call</a>
              </p>
            </EmptyState>
          )
        }
      />
    </>
  );
};

const Recordings = () => {
  const [values, change] = useFilters(recordingFilterNames);
  const { by, saidBy, ...filters } = values;
  const byMeaning = by === "meaning";
  const { from, to, search } = values;
  const query = new URLSearchParams({
    ...(from && { fromDate: dayStart(from) }),
    ...(to && { toDate: dayEnd(to) }),
    ...(search && { [byMeaning ? "meaning" : "search"]: search }),
    ...(byMeaning && saidBy && { saidBy }),
    limit: "25",
  });
  return (
    <Screen title="Recordings">
      <RecordingFilters values={values} onChange={change} />
      {byMeaning ? <Sentences values={values} /> : <RecordingList filters={filters} />}
      <CurlHint path={`${byMeaning ? "sentences" : "recordings"}?${query}`} />
    </Screen>
  );
};

export default Recordings;
