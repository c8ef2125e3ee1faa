import {
  Copy,
  Dialog,
  Facts,
  GraphqlHint,
  jsonFacts,
  Problem,
  Skeleton,
  Status,
  Time,
} from "../../parts/index.js";
import { number } from "../../src/format.js";
import { href } from "../../src/location.js";
import { useQuery } from "../../src/query.js";
import { ReceivedCall, type ReceivedCallQuery } from "../received.graphql.js";
import { Replay } from "./replay.js";
import { wayOf } from "./ways.js";

type Shape = NonNullable<ReceivedCallQuery["inboundCall"]>;

/** JSON with line breaks, else the text as it is. */
const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const Details = ({ of }: { of: Shape }) => (
  <Facts
    of={{
      Outcome: (
        <span role="status">
          <Status of={of.outcome} />
        </span>
      ),
      Why: of.message,
      Code: of.code && <code>{of.code}</code>,
      Received: <Time at={of.receivedAt} />,
      By: wayOf(of.way),
      "User in the URL": of.userEmail,
      Call: of.callId && <code>{of.callId}</code>,
      Recording: of.recording && (
        <a href={href("/recordings/:id", { id: of.recording.id })}>{of.recording.name}</a>
      ),
      Size: `${number(of.payloadBytes)} bytes`,
    }}
  />
);

const Understood = ({ of }: { of: Shape }) => (
  <section class="exchange" aria-label="What was understood">
    <h3>What was understood</h3>
    {of.understood === null ? (
      <p class="muted">Nothing, or it was erased.</p>
    ) : (
      <Facts of={jsonFacts(of.understood)} />
    )}
    {of.unread.length > 0 && (
      <details>
        <summary>What was not read: {of.unread.length} fields</summary>
        <p class="small">{of.unread.join(", ")}</p>
      </details>
    )}
  </section>
);

const Payload = ({ of }: { of: Shape }) => (
  <section class="exchange" aria-label="What was sent">
    <header>
      <h3>What was sent</h3>
      {of.payload && <Copy text={of.payload} what="what was sent" />}
    </header>
    {of.payload ? (
      <pre class="body" tabIndex={0} role="region" aria-label="The body">
        {readable(of.payload)}
      </pre>
    ) : (
      <p class="muted">Nothing of it is kept, or it was erased with its recording.</p>
    )}
  </section>
);

/** One call as it was received, with what was made of it. */
export const Call = ({
  id,
  onClose,
  onChange,
}: {
  id: string;
  onClose: () => void;
  /** The log has something new. */
  onChange: () => void;
}) => {
  const { data, problem, busy, reload } = useQuery(ReceivedCall, { id });
  const call = data?.inboundCall ?? undefined;
  const again = () => {
    reload();
    onChange();
  };
  return (
    <Dialog title="Received call" onClose={onClose}>
      <div class="form">
        <Problem of={problem} retry={reload} />
        {!call && busy && <Skeleton rows={8} />}
        {call && (
          <>
            <Details of={call} />
            <Replay of={call} busy={busy} onChange={again} />
            <Understood of={call} />
            <Payload of={call} />
          </>
        )}
        {data && !call && !busy && <p>There is no such call. The log may not go back that far.</p>}
        <GraphqlHint query={ReceivedCall} variables={{ id }} />
      </div>
    </Dialog>
  );
};
