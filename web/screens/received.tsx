import {
  Button,
  type Column,
  Empty,
  Filters,
  GraphqlHint,
  List,
  Screen,
  Select,
  Status,
  Time,
} from "../parts/index.js";
import { useConnection } from "../src/connection.js";
import { href, useFilters } from "../src/location.js";
import { Call } from "./received/call.js";
import { PhoneSystems } from "./received/phone-systems.js";
import { wayOf } from "./received/ways.js";
import {
  type InboundOutcome,
  ReceivedCalls as Operation,
  type ReceivedCallsQuery,
} from "./received.graphql.js";

type Row = ReceivedCallsQuery["inboundCalls"]["nodes"][number];

const outcomes = { "": "All", taken: "Taken", ignored: "Ignored", refused: "Refused" };

const columns = (linkTo: (id: string) => string): Column<Row>[] => [
  {
    title: "Call",
    head: true,
    cell: ({ id, callId, way }) => (
      <a href={linkTo(id)}>{callId === null ? `A call by ${wayOf(way)}` : <code>{callId}</code>}</a>
    ),
  },
  { title: "Outcome", cell: ({ outcome }) => <Status of={outcome} /> },
  { title: "Received", cell: ({ receivedAt }) => <Time at={receivedAt} /> },
  { title: "By", cell: ({ way }) => wayOf(way) },
  { title: "Why", cell: ({ message }) => message && <span class="small">{message}</span> },
  {
    title: "Recording",
    cell: ({ recording }) =>
      recording && <a href={href("/recordings/:id", { id: recording.id })}>{recording.name}</a>,
  },
];

const None = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No call came to that">
      <p>
        <a href={href("/received")}>Show all calls</a>
      </p>
    </Empty>
  ) : (
    <Empty title="No call has come in yet">
      <p>
        What your phone system sends to the dialer URL of the organization shows up here, whether or
        not it could be taken. The URL was shown with the API key.
      </p>
      <p>
        <a href={href("/settings")}>Go to the settings</a>
      </p>
    </Empty>
  );

const Received = () => {
  const [{ call, outcome }, change] = useFilters(["outcome", "call"]);
  const filter = outcome ? { outcome: outcome as InboundOutcome } : {};
  const list = useConnection(Operation, filter, ({ inboundCalls }) => inboundCalls);
  const linkTo = (id: string) => href("/received", {}, { ...(outcome && { outcome }), call: id });
  return (
    <Screen
      title="Received calls"
      actions={
        <Button busy={list.busy} onClick={list.reload}>
          Reload
        </Button>
      }
    >
      <p class="muted lead">
        The last 500 calls that phone systems sent, of 30 days, newest first: what was taken, and
        what was not and why. A call that was refused can be read again once the reason is gone.
      </p>
      <Filters change={change}>
        <Select label="Outcome" name="outcome" options={outcomes} value={outcome ?? ""} />
      </Filters>
      <List
        of={list}
        caption="Calls as they were received, newest first"
        columns={columns(linkTo)}
        idOf={({ id }) => id}
        empty={<None isFiltered={outcome !== undefined && outcome !== ""} />}
      />
      <PhoneSystems />
      {call && <Call id={call} onClose={() => change({ call: "" })} onChange={list.reload} />}
      <GraphqlHint query={Operation} variables={filter} />
    </Screen>
  );
};

export default Received;
