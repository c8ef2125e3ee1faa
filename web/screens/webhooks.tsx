import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  CurlHint,
  Empty,
  Outcome,
  Problem,
  Screen,
  Skeleton,
  Status,
  Table,
  Time,
} from "../parts/index.js";
import { href } from "../src/location.js";
import { useQuery } from "../src/query.js";
import { DEFAULT_EVENT, triggers } from "./webhooks/choices.js";
import { NewButton, NewWebhook } from "./webhooks/new.js";
import { TestWebhook } from "./webhooks/test.js";
import { Webhooks as Operation, type WebhooksQuery } from "./webhooks.graphql.js";

type Row = WebhooksQuery["webhooks"][number];

const Last = ({ of }: { of: Row["lastDelivery"] }) =>
  of ? (
    <span>
      <Outcome of={of} />{" "}
      <span class="muted answer">
        <Time at={of.createdAt} />
      </span>
    </span>
  ) : (
    <span class="muted">nothing sent yet</span>
  );

const columns = (test: (row: Row) => void): Column<Row>[] => [
  {
    title: "URL",
    head: true,
    cell: ({ id, url }) => <a href={href("/webhooks/:id", { id })}>{url}</a>,
  },
  {
    title: "State",
    cell: ({ active }) => <Status of={active ? "active" : "inactive"} />,
  },
  {
    title: "Events",
    cell: ({ events }) => (
      <ul class="plain-list">
        {(events.length > 0 ? events : [DEFAULT_EVENT]).map((event) => (
          <li key={event}>
            <code>{event}</code>
          </li>
        ))}
      </ul>
    ),
  },
  { title: "Recordings", cell: ({ trigger }) => triggers[trigger] ?? trigger },
  { title: "Last delivery", cell: ({ lastDelivery }) => <Last of={lastDelivery} /> },
  {
    title: "Test",
    cell: (row) => (
      <Button aria-label={`Send test to ${row.url}`} onClick={() => test(row)}>
        Send test
      </Button>
    ),
  },
];

const Webhooks = () => {
  const { data, problem, busy, reload } = useQuery(Operation, {});
  const [isNew, setNew] = useState(false);
  const [tested, setTested] = useState<Row>();
  const open = () => setNew(true);
  return (
    <Screen
      title="Webhooks"
      actions={data && data.webhooks.length > 0 && <NewButton onClick={open} />}
    >
      <p class="muted lead">
        A webhook is told by an HTTP POST what happened. Failed deliveries are not retried: they
        stay in the <a href={href("/deliveries", {}, { status: "failed" })}>log</a>, where each can
        be sent again.
      </p>
      <Problem of={problem} retry={reload} />
      {!data && !problem && <Skeleton rows={4} />}
      {data?.webhooks.length === 0 && (
        <Empty title="There are no webhooks yet">
          <p>Make one to have another system told of recordings as they are analysed.</p>
          <NewButton onClick={open} />
        </Empty>
      )}
      {data && data.webhooks.length > 0 && (
        <div class="card">
          <Table
            caption="Webhooks"
            columns={columns(setTested)}
            rows={data.webhooks}
            idOf={({ id }) => id}
            busy={busy}
          />
        </div>
      )}
      {isNew && <NewWebhook onClose={() => setNew(false)} onCreated={reload} />}
      {tested && <TestWebhook of={tested} onClose={() => setTested(undefined)} onDone={reload} />}
      <CurlHint path="webhooks" />
    </Screen>
  );
};

export default Webhooks;
