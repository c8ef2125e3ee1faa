import {
  Button,
  type Column,
  EmptyState,
  GraphqlHint,
  List,
  DeliveryOutcome,
  Screen,
  Time,
} from "../../parts/index.js";
import { useConnection } from "../../lib/use-connection.js";
import { formatNumber } from "../../lib/format.js";
import { href, useFilters } from "../../lib/location.js";
import { formatDeliveryKind } from "../../lib/retry-texts.js";
import { DeliveryDialog } from "./delivery-dialog.js";
import { DeliveryFilters, deliveryFilterNames } from "./delivery-filters.js";
import {
  Deliveries as Operation,
  type DeliveriesQuery,
  type DeliveryStatus,
} from "./deliveries.graphql.js";

type Row = DeliveriesQuery["deliveries"]["nodes"][number];

const buildColumns = (linkTo: (id: string) => string): Column<Row>[] => [
  {
    title: "Event",
    isHeader: true,
    cell: (row) => (
      <a href={linkTo(row.id)}>
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
  { title: "URL", cell: ({ url }) => <span class="small">{url}</span> },
  {
    title: "Recording",
    cell: ({ recording }) =>
      recording && <a href={href("/recordings/:id", { id: recording.id })}>{recording.name}</a>,
  },
];

const NoDeliveries = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No deliveries match these filters">
      <p>
        <a href={href("/deliveries")}>Show all deliveries</a>
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="No deliveries yet">
      <p>Requests to your webhooks appear here, with their responses.</p>
      <p>
        <a href={href("/webhooks")}>Go to webhooks</a>
      </p>
    </EmptyState>
  );

const Deliveries = () => {
  const [{ delivery, ...values }, change] = useFilters([...deliveryFilterNames, "delivery"]);
  const { status, ...rest } = values;
  const filter = { ...rest, ...(status && { status: status as DeliveryStatus }) };
  const list = useConnection(Operation, { filter }, ({ deliveries }) => deliveries);
  const linkTo = (id: string) => href("/deliveries", {}, { ...values, delivery: id });
  return (
    <Screen
      title="Deliveries"
      actions={
        <Button isBusy={list.isBusy} onClick={list.reload}>
          Refresh
        </Button>
      }
    >
      <p class="muted lead">
        Events sent to your webhooks, newest first. Open a failed delivery to redeliver it; a
        webhook’s settings decide whether debrief repeats it by itself.
      </p>
      <DeliveryFilters values={values} onChange={change} />
      <List
        connection={list}
        caption="Deliveries, newest first"
        columns={buildColumns(linkTo)}
        idOf={({ id }) => id}
        empty={<NoDeliveries isFiltered={Object.keys(values).length > 0} />}
      />
      {delivery && (
        <DeliveryDialog
          id={delivery}
          linkTo={linkTo}
          onShow={(id) => change({ delivery: id })}
          onClose={() => change({ delivery: "" })}
          onChange={list.reload}
        />
      )}
      <GraphqlHint query={Operation} variables={{ filter }} />
    </Screen>
  );
};

export default Deliveries;
