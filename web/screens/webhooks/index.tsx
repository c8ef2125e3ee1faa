import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  CurlHint,
  EmptyState,
  DeliveryOutcome,
  ProblemAlert,
  Screen,
  Skeleton,
  Table,
  Time,
} from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { useQuery } from "../../lib/use-query.js";
import { DEFAULT_EVENT, triggerTexts } from "./webhook-texts.js";
import { NewWebhookButton, NewWebhook } from "./new-webhook.js";
import { TestWebhook } from "./test-webhook.js";
import { WebhookStatus } from "./webhook-status.js";
import { Webhooks as Operation, type WebhooksQuery } from "./webhooks.graphql.js";

type Row = WebhooksQuery["webhooks"][number];

const LastDelivery = ({ delivery }: { delivery: Row["lastDelivery"] }) =>
  delivery ? (
    <span>
      <DeliveryOutcome delivery={delivery} />{" "}
      <span class="muted second-line">
        <Time at={delivery.createdAt} />
      </span>
    </span>
  ) : (
    <span class="muted">no deliveries yet</span>
  );

const buildColumns = (test: (row: Row) => void): Column<Row>[] => [
  {
    title: "URL",
    isHeader: true,
    cell: ({ id, url }) => <a href={href("/webhooks/:id", { id })}>{url}</a>,
  },
  {
    title: "Status",
    cell: (row) => <WebhookStatus webhook={row} />,
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
  { title: "Recordings", cell: ({ trigger }) => triggerTexts[trigger] ?? trigger },
  { title: "Last delivery", cell: ({ lastDelivery }) => <LastDelivery delivery={lastDelivery} /> },
  {
    title: "Actions",
    cell: (row) => (
      <Button aria-label={`Send test to ${row.url}`} onClick={() => test(row)}>
        Send test
      </Button>
    ),
  },
];

const Webhooks = () => {
  const { data, problem, isBusy, reload } = useQuery(Operation, {});
  const [isCreating, setCreating] = useState(false);
  const [tested, setTested] = useState<Row>();
  const openForm = () => setCreating(true);
  return (
    <Screen
      title="Webhooks"
      actions={data && data.webhooks.length > 0 && <NewWebhookButton onClick={openForm} />}
    >
      <p class="muted lead">
        A webhook notifies another system by HTTP POST. debrief repeats failed deliveries only if
        the webhook asks for it. They stay in the{" "}
        <a href={href("/deliveries", {}, { status: "failed" })}>log</a>, where you can redeliver
        them.
      </p>
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={4} />}
      {data?.webhooks.length === 0 && (
        <EmptyState title="No webhooks yet">
          <p>Create one to notify another system about each analysed recording.</p>
          <NewWebhookButton onClick={openForm} />
        </EmptyState>
      )}
      {data && data.webhooks.length > 0 && (
        <div class="card">
          <Table
            caption="Webhooks"
            columns={buildColumns(setTested)}
            rows={data.webhooks}
            idOf={({ id }) => id}
            isBusy={isBusy}
          />
        </div>
      )}
      {isCreating && data && (
        <NewWebhook
          eventTypes={data.eventTypes}
          onClose={() => setCreating(false)}
          onCreated={reload}
        />
      )}
      {tested && (
        <TestWebhook webhook={tested} onClose={() => setTested(undefined)} onDone={reload} />
      )}
      <CurlHint path="webhooks" />
    </Screen>
  );
};

export default Webhooks;
