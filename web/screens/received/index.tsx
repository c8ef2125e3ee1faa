import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  EmptyState,
  Filters,
  GraphqlHint,
  List,
  Screen,
  Select,
  StatusBadge,
  Time,
} from "../../parts/index.js";
import { useConnection } from "../../lib/use-connection.js";
import { useQuery } from "../../lib/use-query.js";
import { href, useFilters } from "../../lib/location.js";
import { CallSources } from "./call-sources.js";
import { InboundCallDialog } from "./inbound-call-dialog.js";
import { PhoneSystems } from "./phone-systems.js";
import { Sources } from "./sources.js";
import { UnmappedNumbers } from "./unmapped-numbers.js";
import { WatchedFolders } from "./watched-folders.js";
import { formatChannel } from "./channels.js";
import {
  type InboundOutcome,
  ReceivedCalls as Operation,
  type ReceivedCallsQuery,
  Sources as SourcesOperation,
} from "./received.graphql.js";

type Row = ReceivedCallsQuery["inboundCalls"]["nodes"][number];

const outcomeTexts = { "": "All", ingested: "Ingested", ignored: "Ignored", refused: "Refused" };

const buildColumns = (linkTo: (id: string) => string): Column<Row>[] => [
  {
    title: "Call",
    isHeader: true,
    cell: ({ id, callId, ...call }) => (
      <a href={linkTo(id)}>
        {callId === null ? `Call from ${formatChannel(call)}` : <code>{callId}</code>}
      </a>
    ),
  },
  { title: "Outcome", cell: ({ outcome }) => <StatusBadge status={outcome} /> },
  { title: "Received", cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  { title: "Channel", cell: formatChannel },
  { title: "Reason", cell: ({ message }) => message && <span class="small">{message}</span> },
  {
    title: "Recording",
    cell: ({ recording }) =>
      recording && <a href={href("/recordings/:id", { id: recording.id })}>{recording.name}</a>,
  },
];

const NoCalls = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No calls match this filter">
      <p>
        <a href={href("/received")}>Show all calls</a>
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="No calls yet">
      <p>
        Every call that your phone system sends to the organization’s dialer URL appears here,
        whether debrief accepts it or not. You saw the dialer URL together with the API key.
      </p>
      <p>
        <a href={href("/settings/keys")}>Go to settings</a>
      </p>
    </EmptyState>
  );

const InboundCalls = () => {
  const [{ call, outcome }, change] = useFilters(["outcome", "call"]);
  const filter = outcome ? { outcome: outcome as InboundOutcome } : {};
  const list = useConnection(Operation, filter, ({ inboundCalls }) => inboundCalls);
  const sources = useQuery(SourcesOperation, {});
  const reloadAll = () => {
    list.reload();
    sources.reload();
  };
  // On a phone the settings are several screens long.
  const [isWide] = useState(() => matchMedia("(min-width: 720px)").matches);
  const linkTo = (id: string) => href("/received", {}, { ...(outcome && { outcome }), call: id });
  return (
    <Screen
      title="Received calls"
      actions={
        <Button isBusy={list.isBusy} onClick={reloadAll}>
          Refresh
        </Button>
      }
    >
      <p class="muted lead">
        The last calls from phone systems, newest first: up to 500 refused ones and 500 others, up
        to 30 days old. Open a refused call to see why, and replay it once the cause is fixed.
      </p>
      <Sources query={sources} onChange={reloadAll} />
      {sources.data && <WatchedFolders {...sources.data} />}
      <UnmappedNumbers onMap={sources.reload} />
      <Filters onChange={change}>
        <Select label="Outcome" name="outcome" options={outcomeTexts} value={outcome ?? ""} />
      </Filters>
      <List
        connection={list}
        caption="Received calls, newest first"
        columns={buildColumns(linkTo)}
        idOf={({ id }) => id}
        empty={<NoCalls isFiltered={outcome !== undefined && outcome !== ""} />}
      />
      <details class="fold" open={isWide}>
        <summary>Settings of phone systems</summary>
        <div class="stack">
          <PhoneSystems />
          <CallSources />
        </div>
      </details>
      {call && (
        <InboundCallDialog id={call} onClose={() => change({ call: "" })} onChange={reloadAll} />
      )}
      <GraphqlHint query={Operation} variables={filter} />
    </Screen>
  );
};

export default InboundCalls;
