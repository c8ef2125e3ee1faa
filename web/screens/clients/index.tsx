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
  {
    title: "Phone",
    cell: ({ phones: [phone] }) => phone !== undefined && <a href={`tel:${phone}`}>{phone}</a>,
  },
  { title: "E-mail", cell: ({ email }) => <Email address={email} /> },
  { title: "Address", cell: ({ address }) => address },
  { title: "Since", cell: ({ createdAt }) => <Time at={createdAt} isDayOnly /> },
];

const NoClients = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No clients match">
      <p>The search looks at names, phone numbers, e-mail and street addresses, and CRM IDs.</p>
      <p>
        <a href={href("/clients")}>Show all clients</a>
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="No clients yet">
      <p>The first appointment or call with a customer creates a client.</p>
    </EmptyState>
  );

const Clients = () => {
  const [{ search }, change] = useFilters(["search"]);
  const filter = search ? { search } : {};
  const list = useConnection(Operation, { filter }, ({ clients }) => clients);
  return (
    <Screen title="Clients">
      <Filters isChips onChange={change}>
        <Field
          label="Search"
          name="search"
          type="search"
          autoComplete="off"
          maxLength={200}
          placeholder="A name, phone number, e-mail or address"
          value={search ?? ""}
        />
      </Filters>
      <List
        connection={list}
        caption="Clients, newest first"
        columns={columns}
        idOf={({ id }) => id}
        empty={<NoClients isFiltered={search !== undefined} />}
      />
      {!search && <CurlHint path="clients?limit=25" />}
    </Screen>
  );
};

export default Clients;
