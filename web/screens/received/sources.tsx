import {
  type Column,
  EmptyState,
  ProblemAlert,
  Section,
  Skeleton,
  Table,
  Time,
} from "../../parts/index.js";
import { formatCount, formatNumber } from "../../lib/format.js";
import { consoleBase, href } from "../../lib/location.js";
import type { QueryState } from "../../lib/use-query.js";
import type { SourcesQuery } from "./received.graphql.js";
import { TryAgain } from "./try-again.js";

type Row = SourcesQuery["sources"][number];

const NotLogged = () => <span class="muted">not in the log</span>;

const LastReceived = ({ lastReceivedAt, lastRecording, ingested }: Row) => (
  <div>
    {lastReceivedAt && <Time at={lastReceivedAt} />}
    {!lastReceivedAt &&
      (ingested === null ? <NotLogged /> : <span class="muted">nothing in 30 days</span>)}
    {lastRecording && (
      <div class="small">
        <a href={href("/recordings/:id", { id: lastRecording.id })}>{lastRecording.name}</a>
      </div>
    )}
  </div>
);

const LastFailure = ({ row, onChange }: { row: Row; onChange: () => void }) => {
  const { lastFailure, title, ingested } = row;
  if (ingested === null) return null;
  if (!lastFailure) return <span class="muted">none</span>;
  const { at, message, inboundCallId, replayable } = lastFailure;
  return (
    <div>
      <div class="small">
        <Time at={at} />: {message}
      </div>
      <div class="actions">
        <a class="button plain" href={href("/received", {}, { call: inboundCallId })}>
          Details<span class="visually-hidden"> of the last failure of {title}</span>
        </a>
        {replayable && <TryAgain id={inboundCallId} title={title} onChange={onChange} />}
      </div>
    </div>
  );
};

// The page has a <base>, against which "#waiting" would resolve to another page.
const showWaiting = (event: Event): void => {
  event.preventDefault();
  const section = document.querySelector<HTMLElement>("#waiting");
  section?.scrollIntoView();
  section?.querySelector("button")?.focus();
};

/** Uploads aren't in the log. */
const formatLogged = (count: number | null): string => (count === null ? "" : formatNumber(count));

const buildColumns = (onChange: () => void): Column<Row>[] => [
  { title: "Source", isHeader: true, cell: ({ title }) => title },
  { title: "Last received", cell: LastReceived },
  { title: "Ingested", isNumber: true, cell: ({ ingested }) => formatLogged(ingested) },
  { title: "Ignored", isNumber: true, cell: ({ ignored }) => formatLogged(ignored) },
  { title: "Refused", isNumber: true, cell: ({ refused }) => formatLogged(refused) },
  {
    title: "With notices",
    isNumber: true,
    cell: ({ noticedCalls, lastNoticedRecording, title }) =>
      lastNoticedRecording && (
        <a href={href("/recordings/:id", { id: lastNoticedRecording.id })}>
          {formatNumber(noticedCalls ?? 0)}
          <span class="visually-hidden">
            {" "}
            {noticedCalls === 1 ? "call" : "calls"} of {title} with notices: open the latest
          </span>
        </a>
      ),
  },
  {
    title: "Waiting",
    cell: ({ waitingCalls, title }) =>
      waitingCalls > 0 && (
        <a href="#waiting" onClick={showWaiting}>
          {formatCount(waitingCalls, "call")}
          <span class="visually-hidden"> of {title}: choose the user</span>
        </a>
      ),
  },
  { title: "Last failure", cell: (row) => <LastFailure row={row} onChange={onChange} /> },
];

const NoSources = () => (
  <EmptyState title="Nothing has come in yet">
    <p>
      Connect your phone system: enter the organization’s dialer URL there, followed by the system’s
      name from the list below. Or send one call with an API key to try it out.
    </p>
    <p>
      <a href={new URL("docs", consoleBase).href} target="_blank" rel="noopener">
        Open the API docs
      </a>{" "}
      or <a href={href("/settings/keys")}>go to settings</a>. Step by step:{" "}
      <a href={new URL("docs/pbx", consoleBase).href} target="_blank" rel="noopener">
        your own phone system
      </a>
      ,{" "}
      <a href={new URL("docs/dialers", consoleBase).href} target="_blank" rel="noopener">
        a hosted one
      </a>
      .
    </p>
  </EmptyState>
);

type NoticedPage = SourcesQuery["noticed"];

const formatNoticed = ({ nodes, pageInfo }: NoticedPage, one: string): string =>
  `${pageInfo.hasNextPage ? "More than " : ""}${formatCount(nodes.length, one)} with notices`;

/** Links to the calls with notices, however they came in. */
const NoticedCalls = ({ noticed, noticedFailed }: SourcesQuery) =>
  noticed.nodes.length + noticedFailed.nodes.length > 0 && (
    <div class="actions">
      {noticed.nodes.length > 0 && (
        <a href={href("/recordings", {}, { hasNotices: "true" })}>
          {formatNoticed(noticed, "call")}
        </a>
      )}
      {noticedFailed.nodes.length > 0 && (
        <a href={href("/recordings", {}, { hasNotices: "true", status: "failed" })}>
          {formatNoticed(noticedFailed, "failed call")}
        </a>
      )}
    </div>
  );

/** The channels that calls arrive by, with their latest, waiting and failed calls. */
export const Sources = ({
  query: { data, problem, reload },
  onChange,
}: {
  query: QueryState<SourcesQuery>;
  /** Called when a call was processed again. */
  onChange: () => void;
}) => (
  <div class="stack below">
    <Section title="Sources">
      <p class="muted">
        Where your calls come from, with the numbers of the last 30 days. Uploads with notices count
        at any time.
      </p>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={3} />}
      {data?.sources.length === 0 && <NoSources />}
      {data && data.sources.length > 0 && (
        <Table
          caption="Sources of calls"
          columns={buildColumns(onChange)}
          rows={data.sources}
          idOf={({ channel }) => channel}
        />
      )}
      {data && <NoticedCalls {...data} />}
    </Section>
  </div>
);
