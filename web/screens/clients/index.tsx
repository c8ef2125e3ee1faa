import {
  type Column,
  CurlHint,
  EmptyState,
  Field,
  Filters,
  List,
  Screen,
  Time,
} from "../../parts/index.js";
import { Email } from "../../parts/value/email.js";
import { useConnection } from "../../lib/use-connection.js";
import { href, useFilters } from "../../lib/location.js";
import { Clients as Operation, type ClientsQuery } from "./clients.graphql.js";

type Row = ClientsQuery["clients"]["nodes"][number];

const columns: Column<Row>[] = [
  {
    title: "Client",
    isHeader: true,
    cell: ({ id, name, email }) => (
      <a href={href("/clients/:id", { id })}>{name ?? email ?? "Unnamed client"}</a>
    ),
  },
  { title: "E-mail", cell: ({ email }) => <Email address={email} /> },
  { title: "CRM ID", cell: ({ crmEntityId }) => crmEntityId && <code>{crmEntityId}</code> },
  { title: "Address", cell: ({ address }) => address },
  { title: "Created", cell: ({ createdAt }) => <Time at={createdAt} isDayOnly /> },
];

/** Filter names, the same in the URL, in /v1 and in the schema's ClientFilter. */
const clientFilterNames = ["email", "crmEntityId"] as const;

const NoClients = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No clients match">
      <p>The search is exact and case-sensitive.</p>
      <p>
        <a href={href("/clients")}>Show all clients</a>
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="No clients yet">
      <p>The first appointment or call with a customer ID creates a client.</p>
      <p>
        <a href={href("/")}>Send your first appointment</a>
      </p>
    </EmptyState>
  );

const Clients = () => {
  const [values, change] = useFilters(clientFilterNames);
  // With both filters, the server would use only the CRM ID.
  const { crmEntityId, email } = values;
  const filter = { ...(crmEntityId ? { crmEntityId } : email && { email }) };
  const list = useConnection(Operation, { filter }, ({ clients }) => clients);
  const isFiltered = Object.keys(filter).length > 0;
  const query = new URLSearchParams(isFiltered ? filter : { limit: "25" });
  return (
    <Screen title="Clients">
      <Filters onChange={(changes) => change({ email: "", crmEntityId: "", ...changes })}>
        <Field
          label="Exact e-mail"
          name="email"
          type="search"
          inputMode="email"
          autoComplete="off"
          value={crmEntityId ? "" : (email ?? "")}
        />
        <Field
          label="Exact CRM ID"
          name="crmEntityId"
          type="search"
          autoComplete="off"
          value={crmEntityId ?? ""}
        />
      </Filters>
      <List
        connection={list}
        caption="Clients, newest first"
        columns={columns}
        idOf={({ id }) => id}
        empty={<NoClients isFiltered={isFiltered} />}
      />
      <CurlHint path={`clients?${query}`} />
    </Screen>
  );
};

export default Clients;
