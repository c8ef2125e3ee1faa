import { type Column, Icon, Section, Table, Time } from "../../parts/index.js";
import { formatCount } from "../../lib/format.js";
import { consoleBase } from "../../lib/location.js";
import type { SourcesQuery } from "./received.graphql.js";

type Folder = SourcesQuery["watchedFolders"][number];
type RefusedCall = Folder["latestRefused"][number];

const columns: Column<RefusedCall>[] = [
  { title: "File", isHeader: true, cell: ({ file }) => <code>{file}</code> },
  { title: "Refused", cell: ({ at }) => at && <Time at={at} /> },
  { title: "Reason", cell: ({ reason }) => <span class="small">{reason}</span> },
];

const MOVE_BACK =
  "To try one again, correct the cause and move its files from “failed” back into the folder.";

const FolderState = (row: Folder) => (
  <div class="stack">
    <h3>
      <code>{row.folder}</code>
    </h3>
    {row.problem !== null && (
      <div class="problem">
        <Icon name="alert" />
        <p>The server can’t read this folder: {row.problem}</p>
      </div>
    )}
    {row.refusedCalls > 0 && (
      <p class="muted">
        {formatCount(row.refusedCalls, "refused call")}. {MOVE_BACK}
      </p>
    )}
    {row.refusedCalls === 0 && row.problem === null && <p class="muted">No refused calls.</p>}
    {row.latestRefused.length > 0 && (
      <Table
        caption={`Latest refused calls in ${row.folder}`}
        columns={columns}
        rows={row.latestRefused}
        idOf={({ file }) => file}
      />
    )}
  </div>
);

/** The folders that the server watches, with the calls that they refused. Nothing if there are none. */
export const WatchedFolders = ({ watchedFolders }: SourcesQuery) =>
  watchedFolders.length > 0 && (
    <div class="stack below">
      <Section title="Watched folders">
        <p class="muted">
          Files that appear in these folders become calls.{" "}
          <a href={new URL("docs/watch", consoleBase).href} target="_blank" rel="noopener">
            How files are named
          </a>
        </p>
        {watchedFolders.map((row) => (
          <FolderState key={row.folder} {...row} />
        ))}
      </Section>
    </div>
  );
