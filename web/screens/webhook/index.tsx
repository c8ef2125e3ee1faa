import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  EmptyState,
  FactList,
  GraphqlHint,
  DeliveryOutcome,
  ProblemAlert,
  Screen,
  Section,
  Skeleton,
  Table,
  Time,
} from "../../parts/index.js";
import { formatNumber } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { formatDeliveryKind, retryTexts } from "../../lib/retry-texts.js";
import { useQuery } from "../../lib/use-query.js";
import { showToast } from "../../lib/toast.js";
import { DEFAULT_EVENT, triggerTexts } from "../webhooks/webhook-texts.js";
import { DeleteWebhook } from "../webhooks/delete-webhook.js";
import { EditWebhook } from "../webhooks/edit-webhook.js";
import { RotateSecret } from "../webhooks/rotate-secret.js";
import { TestWebhook } from "../webhooks/test-webhook.js";
import { WebhookStatus } from "../webhooks/webhook-status.js";
import { WebhookById, type WebhookByIdQuery } from "../webhooks/webhooks.graphql.js";

type EventTypes = WebhookByIdQuery["eventTypes"];
type WebhookDetails = NonNullable<WebhookByIdQuery["webhook"]>;
type Row = WebhookByIdQuery["deliveries"]["nodes"][number];
type DialogName = "edit" | "test" | "rotate" | "delete";

const columns: Column<Row>[] = [
  {
    title: "Event",
    isHeader: true,
    cell: (row) => (
      <a href={href("/deliveries", {}, { delivery: row.id })}>
        <code>{row.event}</code>
        {formatDeliveryKind(row)}
      </a>
    ),
  },
  { title: "Outcome", cell: (row) => <DeliveryOutcome delivery={row} /> },
  { title: "Created", cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: "Duration",
    isNumber: true,
    cell: ({ durationMs }) => durationMs !== null && `${formatNumber(durationMs)} ms`,
  },
];

const About = ({ webhook }: { webhook: WebhookDetails }) => (
  <Section title="About">
    <FactList
      facts={{
        Status: <WebhookStatus webhook={webhook} />,
        Events: (webhook.events.length > 0 ? webhook.events : [DEFAULT_EVENT]).join(", "),
        Recordings: triggerTexts[webhook.trigger] ?? webhook.trigger,
        "After a failure": retryTexts[webhook.retry],
        Created: <Time at={webhook.createdAt} />,
        ID: <code>{webhook.id}</code>,
      }}
    />
  </Section>
);

const RecentDeliveries = ({ id, rows }: { id: string; rows: Row[] }) => (
  <Section
    title="Recent deliveries"
    actions={
      rows.length > 0 && (
        <a class="small" href={href("/deliveries", {}, { webhookId: id })}>
          Show all
        </a>
      )
    }
  >
    {rows.length > 0 ? (
      <Table caption="Recent deliveries" columns={columns} rows={rows} idOf={({ id }) => id} />
    ) : (
      <p class="muted">No deliveries yet. A test shows whether the receiver accepts events.</p>
    )}
    <p class="muted small">Open a failed delivery to redeliver it.</p>
  </Section>
);

const OpenDialog = ({
  dialog,
  webhook,
  eventTypes,
  onClose,
  reload,
}: {
  dialog: DialogName | undefined;
  webhook: WebhookDetails;
  eventTypes: EventTypes;
  onClose: () => void;
  reload: () => void;
}) => {
  const { route } = useLocation();
  const finishEdit = () => {
    onClose();
    reload();
  };
  const leave = () => {
    showToast("Webhook deleted");
    route(href("/webhooks"), true);
  };
  switch (dialog) {
    case "edit":
      return (
        <EditWebhook
          webhook={webhook}
          eventTypes={eventTypes}
          onClose={onClose}
          onDone={finishEdit}
        />
      );
    case "test":
      return <TestWebhook webhook={webhook} onClose={onClose} onDone={reload} />;
    case "rotate":
      return <RotateSecret id={webhook.id} onClose={onClose} />;
    case "delete":
      return <DeleteWebhook webhook={webhook} onClose={onClose} onDone={leave} />;
    case undefined:
      return null;
  }
};

const Webhook = ({ id }: { id: string }) => {
  const { data, problem, reload } = useQuery(WebhookById, { id });
  const [dialog, setDialog] = useState<DialogName>();
  const webhook = data?.webhook;
  return (
    <Screen
      title={webhook?.url ?? "Webhook"}
      actions={
        webhook && (
          <>
            <Button kind="main" onClick={() => setDialog("test")}>
              Send test
            </Button>
            <Button onClick={() => setDialog("edit")}>Edit</Button>
            <Button onClick={() => setDialog("rotate")}>Rotate secret</Button>
            <Button kind="danger" onClick={() => setDialog("delete")}>
              Delete
            </Button>
          </>
        )
      }
    >
      <ProblemAlert problem={problem} onRetry={reload} />
      {!data && !problem && <Skeleton rows={8} />}
      {webhook && (
        <>
          <div class="stack">
            <About webhook={webhook} />
            <RecentDeliveries id={id} rows={data.deliveries.nodes} />
          </div>
          <OpenDialog
            dialog={dialog}
            webhook={webhook}
            eventTypes={data.eventTypes}
            onClose={() => setDialog(undefined)}
            reload={reload}
          />
        </>
      )}
      {data && !webhook && (
        <EmptyState title="Webhook not found">
          <p>It may have been deleted, or it belongs to another organization.</p>
          <p>
            <a href={href("/webhooks")}>Show all webhooks</a>
          </p>
        </EmptyState>
      )}
      <GraphqlHint query={WebhookById} variables={{ id }} />
    </Screen>
  );
};

export default Webhook;
