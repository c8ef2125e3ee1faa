import {
  type Column,
  CurlHint,
  Empty,
  Field,
  Filters,
  List,
  Screen,
  Time,
} from "../parts/index.js";
import { Mail } from "../parts/mail.js";
import { useConnection } from "../src/connection.js";
import { href, useFilters } from "../src/location.js";
import { Clients as Operation, type ClientsQuery } from "./clients.graphql.js";

type Row = ClientsQuery["clients"]["nodes"][number];

const columns: Column<Row>[] = [
  {
    title: "Client",
    head: true,
    cell: ({ id, name, email }) => (
      <a href={href("/clients/:id", { id })}>{name ?? email ?? "Unnamed"}</a>
    ),
  },
  { title: "E-mail", cell: ({ email }) => <Mail of={email} /> },
  { title: "CRM id", cell: ({ crmEntityId }) => crmEntityId && <code>{crmEntityId}</code> },
  { title: "Address", cell: ({ address }) => address },
  { title: "Since", cell: ({ createdAt }) => <Time at={createdAt} dayOnly /> },
];

/** The names of the filters are those of the schema's ClientFilter, of /v1, and of the URL. */
const filters = ["email", "crmEntityId"] as const;

const NoClients = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <Empty title="No client has exactly this">
      <p>E-mails are looked up as they were sent, capitals included.</p>
      <p>
        <a href={href("/clients")}>Show all clients</a>
      </p>
    </Empty>
  ) : (
    <Empty title="There are no clients yet">
      <p>An appointment or a call that comes with a customer id makes one.</p>
      <p>
        <a href={href("/")}>How to push the first appointment</a>
      </p>
    </Empty>
  );

const Clients = () => {
  const [values, change] = useFilters(filters);
  // With both, the server looks up the CRM id only.
  const { crmEntityId, email } = values;
  const filter = { ...(crmEntityId ? { crmEntityId } : email && { email }) };
  const list = useConnection(Operation, { filter }, ({ clients }) => clients);
  const isFiltered = Object.keys(filter).length > 0;
  const query = new URLSearchParams(isFiltered ? filter : { limit: "25" });
  return (
    <Screen title="Clients">
      <Filters change={(changed) => change({ email: "", crmEntityId: "", ...changed })}>
        <Field
          label="E-mail, exactly"
          name="email"
          type="search"
          inputMode="email"
          autoComplete="off"
          value={crmEntityId ? "" : (email ?? "")}
        />
        <Field
          label="CRM id, exactly"
          name="crmEntityId"
          type="search"
          autoComplete="off"
          value={crmEntityId ?? ""}
        />
      </Filters>
      <List
        of={list}
        caption="Clients, newest first"
        columns={columns}
        idOf={({ id }) => id}
        empty={<NoClients filtered={isFiltered} />}
      />
      <CurlHint path={`clients?${query}`} />
    </Screen>
  );
};

export default Clients;
