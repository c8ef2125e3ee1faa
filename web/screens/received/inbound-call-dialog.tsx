import {
  CopyButton,
  Dialog,
  FactList,
  GraphqlHint,
  buildJsonFacts,
  ProblemAlert,
  Skeleton,
  StatusBadge,
  Time,
} from "../../parts/index.js";
import { formatNumber } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { useQuery } from "../../lib/use-query.js";
import { ReceivedCall, type ReceivedCallQuery } from "./received.graphql.js";
import { Replay } from "./replay.js";
import { formatChannel } from "./channels.js";

type InboundCallDetails = NonNullable<ReceivedCallQuery["inboundCall"]>;

/** Indents JSON. Returns other text as it is. */
const formatJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const Details = ({ call }: { call: InboundCallDetails }) => (
  <FactList
    facts={{
      Outcome: (
        <span role="status">
          <StatusBadge status={call.outcome} />
        </span>
      ),
      Reason: call.message,
      Code: call.code && <code>{call.code}</code>,
      Received: <Time at={call.receivedAt} />,
      Channel: formatChannel(call),
      "User in the URL": call.userEmail,
      "Call ID": call.callId && <code>{call.callId}</code>,
      Recording: call.recording && (
        <a href={href("/recordings/:id", { id: call.recording.id })}>{call.recording.name}</a>
      ),
      Size: `${formatNumber(call.payloadBytes)} bytes`,
    }}
  />
);

const ParsedCall = ({ call }: { call: InboundCallDetails }) => (
  <section class="exchange" aria-label="Parsed call">
    <h3>Parsed call</h3>
    {call.parsedCall === null ? (
      <p class="muted">Nothing could be parsed, or the content was erased.</p>
    ) : (
      <FactList facts={buildJsonFacts(call.parsedCall)} />
    )}
    {call.ignoredFields.length > 0 && (
      <details>
        <summary>Ignored fields: {call.ignoredFields.length}</summary>
        <p class="small">{call.ignoredFields.join(", ")}</p>
      </details>
    )}
  </section>
);

const Payload = ({ call }: { call: InboundCallDetails }) => (
  <section class="exchange" aria-label="Request body">
    <header>
      <h3>Request body</h3>
      {call.payload && <CopyButton text={call.payload} name="the request body" />}
    </header>
    {call.payload ? (
      <pre class="body" tabIndex={0} role="region" aria-label="Body">
        {formatJson(call.payload)}
      </pre>
    ) : (
      <p class="muted">
        The body wasn’t stored, was erased with its recording, or was removed by retention.
      </p>
    )}
  </section>
);

/** A received call: its request body, the parsed call and the outcome. */
export const InboundCallDialog = ({
  id,
  onClose,
  onChange,
}: {
  id: string;
  onClose: () => void;
  /** Called when the log has changed. */
  onChange: () => void;
}) => {
  const { data, problem, isBusy, reload } = useQuery(ReceivedCall, { id });
  const call = data?.inboundCall ?? undefined;
  const reloadAll = () => {
    reload();
    onChange();
  };
  return (
    <Dialog title="Received call" onClose={onClose}>
      <div class="form">
        <ProblemAlert problem={problem} onRetry={reload} />
        {!call && isBusy && <Skeleton rows={8} />}
        {call && (
          <>
            <Details call={call} />
            <Replay call={call} isBusy={isBusy} onChange={reloadAll} />
            <ParsedCall call={call} />
            <Payload call={call} />
          </>
        )}
        {data && !call && !isBusy && <p>Call not found. It may be older than the log.</p>}
        <GraphqlHint query={ReceivedCall} variables={{ id }} />
      </div>
    </Dialog>
  );
};
