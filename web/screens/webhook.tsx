import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import {
  Button,
  type Column,
  Empty,
  Facts,
  GraphqlHint,
  Outcome,
  Problem,
  Screen,
  Section,
  Skeleton,
  Status,
  Table,
  Time,
} from "../parts/index.js";
import { number } from "../src/format.js";
import { href } from "../src/location.js";
import { useQuery } from "../src/query.js";
import { say } from "../src/say.js";
import { DEFAULT_EVENT, triggers } from "./webhooks/choices.js";
import { DeleteWebhook } from "./webhooks/delete.js";
import { EditWebhook } from "./webhooks/edit.js";
import { RotateSecret } from "./webhooks/rotate.js";
import { TestWebhook } from "./webhooks/test.js";
import { WebhookById, type WebhookByIdQuery } from "./webhooks.graphql.js";

type Shape = NonNullable<WebhookByIdQuery["webhook"]>;
type Row = WebhookByIdQuery["deliveries"]["nodes"][number];
type Dialogs = "edit" | "test" | "rotate" | "delete";

const columns: Column<Row>[] = [
  {
    title: "Event",
    head: true,
    cell: ({ id, event, test }) => (
      <a href={href("/deliveries", {}, { delivery: id })}>
        <code>{event}</code>
        {test && " (test)"}
      </a>
    ),
  },
  { title: "Outcome", cell: (row) => <Outcome of={row} /> },
  { title: "Time", cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: "Took",
    number: true,
    cell: ({ durationMs }) => durationMs !== null && `${number(durationMs)} ms`,
  },
];

const About = ({ of }: { of: Shape }) => (
  <Section title="About">
    <Facts
      of={{
        State: <Status of={of.active ? "active" : "inactive"} />,
        Events: (of.events.length > 0 ? of.events : [DEFAULT_EVENT]).join(", "),
        Recordings: triggers[of.trigger] ?? of.trigger,
        Created: <Time at={of.createdAt} />,
        Id: <code>{of.id}</code>,
      }}
    />
  </Section>
);

const Recent = ({ id, rows }: { id: string; rows: Row[] }) => (
  <Section
    title="Last deliveries"
    actions={
      rows.length > 0 && (
        <a class="small" href={href("/deliveries", {}, { webhookId: id })}>
          Show all
        </a>
      )
    }
  >
    {rows.length > 0 ? (
      <Table caption="Last deliveries" columns={columns} rows={rows} idOf={({ id }) => id} />
    ) : (
      <p class="muted">Nothing has been sent yet. A test shows whether the receiver takes it.</p>
    )}
    <p class="muted small">Failed deliveries are not retried; each can be sent again by hand.</p>
  </Section>
);

const Opened = ({
  dialog,
  of,
  onClose,
  reload,
}: {
  dialog: Dialogs | undefined;
  of: Shape;
  onClose: () => void;
  reload: () => void;
}) => {
  const { route } = useLocation();
  const saved = () => {
    onClose();
    reload();
  };
  const gone = () => {
    say("Deleted");
    route(href("/webhooks"), true);
  };
  switch (dialog) {
    case "edit":
      return <EditWebhook of={of} onClose={onClose} onDone={saved} />;
    case "test":
      return <TestWebhook of={of} onClose={onClose} onDone={reload} />;
    case "rotate":
      return <RotateSecret id={of.id} onClose={onClose} />;
    case "delete":
      return <DeleteWebhook of={of} onClose={onClose} onDone={gone} />;
    case undefined:
      return null;
  }
};

const Webhook = ({ id }: { id: string }) => {
  const { data, problem, reload } = useQuery(WebhookById, { id });
  const [dialog, open] = useState<Dialogs>();
  const webhook = data?.webhook;
  return (
    <Screen
      title={webhook?.url ?? "Webhook"}
      actions={
        webhook && (
          <>
            <Button kind="main" onClick={() => open("test")}>
              Send test
            </Button>
            <Button onClick={() => open("edit")}>Edit</Button>
            <Button onClick={() => open("rotate")}>Rotate secret</Button>
            <Button kind="danger" onClick={() => open("delete")}>
              Delete
            </Button>
          </>
        )
      }
    >
      <Problem of={problem} retry={reload} />
      {!data && !problem && <Skeleton rows={8} />}
      {webhook && (
        <>
          <div class="stack">
            <About of={webhook} />
            <Recent id={id} rows={data.deliveries.nodes} />
          </div>
          <Opened dialog={dialog} of={webhook} onClose={() => open(undefined)} reload={reload} />
        </>
      )}
      {data && !webhook && (
        <Empty title="There is no such webhook">
          <p>It may have been deleted, or belong to another organization.</p>
          <p>
            <a href={href("/webhooks")}>Show all webhooks</a>
          </p>
        </Empty>
      )}
      <GraphqlHint query={WebhookById} variables={{ id }} />
    </Screen>
  );
};

export default Webhook;
