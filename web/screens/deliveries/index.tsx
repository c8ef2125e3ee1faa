import {
  Button,
  type Column,
  Empty,
  GraphqlHint,
  List,
  Outcome,
  Screen,
  Time,
} from "../parts/index.js";
import { useConnection } from "../src/connection.js";
import { number } from "../src/format.js";
import { href, useFilters } from "../src/location.js";
import { Delivery } from "./deliveries/delivery.js";
import { DeliveryFilters, filters } from "./deliveries/filters.js";
import {
  Deliveries as Operation,
  type DeliveriesQuery,
  type DeliveryStatus,
} from "./deliveries.graphql.js";

type Row = DeliveriesQuery["deliveries"]["nodes"][number];

const columns = (linkTo: (id: string) => string): Column<Row>[] => [
  {
    title: "Event",
    head: true,
    cell: ({ id, event, test, redeliveryOf }) => (
      <a href={linkTo(id)}>
        <code>{event}</code>
        {test && " (test)"}
        {redeliveryOf && " (again)"}
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
  { title: "To", cell: ({ url }) => <span class="small">{url}</span> },
  {
    title: "Recording",
    cell: ({ recording }) =>
      recording && <a href={href("/recordings/:id", { id: recording.id })}>{recording.name}</a>,
  },
];

const None = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="No delivery is like that">
      <p>
        <a href={href("/deliveries")}>Show all deliveries</a>
      </p>
    </Empty>
  ) : (
    <Empty title="Nothing has been delivered yet">
      <p>What is sent to webhooks shows up here, with what came back.</p>
      <p>
        <a href={href("/webhooks")}>Go to the webhooks</a>
      </p>
    </Empty>
  );

const Deliveries = () => {
  const [{ delivery, ...values }, change] = useFilters([...filters, "delivery"]);
  const { status, ...rest } = values;
  const filter = { ...rest, ...(status && { status: status as DeliveryStatus }) };
  const list = useConnection(Operation, { filter }, ({ deliveries }) => deliveries);
  const linkTo = (id: string) => href("/deliveries", {}, { ...values, delivery: id });
  return (
    <Screen
      title="Deliveries"
      actions={
        <Button busy={list.busy} onClick={list.reload}>
          Reload
        </Button>
      }
    >
      <p class="muted lead">
        All that was sent to webhooks, newest first, as far back as the log is kept. Failed
        deliveries are not retried; each can be sent again by hand.
      </p>
      <DeliveryFilters values={values} change={change} />
      <List
        of={list}
        caption="Deliveries, newest first"
        columns={columns(linkTo)}
        idOf={({ id }) => id}
        empty={<None isFiltered={Object.keys(values).length > 0} />}
      />
      {delivery && (
        <Delivery
          id={delivery}
          linkTo={linkTo}
          show={(id) => change({ delivery: id })}
          onClose={() => change({ delivery: "" })}
          onChange={list.reload}
        />
      )}
      <GraphqlHint query={Operation} variables={{ filter }} />
    </Screen>
  );
};

export default Deliveries;
