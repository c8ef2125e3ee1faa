import { Button, type Column, Empty, GraphqlHint, List, Screen, Time } from "../parts/index.js";
import { Mail } from "../parts/mail.js";
import { useConnection } from "../src/connection.js";
import { href, useFilters } from "../src/location.js";
import { useQuery } from "../src/query.js";
import { instants, rangeChanges, rangeOf } from "../src/range.js";
import {
  AuditLog as Operation,
  type AuditLogQuery,
  AuditNames,
  type AuditNamesQuery,
} from "./audit-log.graphql.js";
import { AuditFilters, filters } from "./audit-log/filters.js";
import { Subject } from "./audit-log/subject.js";
import { actions, actors } from "./audit-log/texts.js";

type Row = AuditLogQuery["auditLog"]["nodes"][number];

const columnsFor = (names: AuditNamesQuery | undefined): Column<Row>[] => [
  {
    title: "What",
    head: true,
    cell: (row) => (
      <>
        {actions[row.action] ?? row.action}
        <div class="small">
          <Subject of={row} names={names} />
        </div>
      </>
    ),
  },
  { title: "Changed", cell: ({ fields }) => fields.join(", ") },
  {
    title: "By",
    cell: ({ email, actor }) => (email === null ? actors[actor] : <Mail of={email} />),
  },
  { title: "Time", cell: ({ at }) => <Time at={at} /> },
  {
    title: "From",
    cell: ({ address }) => address !== null && <span class="address">{address}</span>,
  },
];

const None = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="Nothing is like that">
      <p>
        <a href={href("/settings/audit-log")}>Show the whole log</a>
      </p>
    </Empty>
  ) : (
    <Empty title="Nothing has been changed yet">
      <p>Changes of settings, sign-ins and failed sign-ins show up here.</p>
    </Empty>
  );

const AuditLog = () => {
  const [values, change] = useFilters(filters);
  const range = rangeOf(values, "all");
  const { action, email } = values;
  const filter = { ...instants(range), ...(action && { action }), ...(email && { email }) };
  const list = useConnection(Operation, { filter }, ({ auditLog }) => auditLog);
  const { data: names } = useQuery(AuditNames, {});
  return (
    <Screen
      title="Audit log"
      actions={
        <Button busy={list.busy} onClick={list.reload}>
          Reload
        </Button>
      }
    >
      <p class="muted lead">
        Who changed which setting, when and from where, newest first, for 400 days: with the names
        of what changed and never a value. Sign-ins are here too, also those that failed.
      </p>
      <AuditFilters
        values={values}
        range={range}
        change={(changes) => change(rangeChanges(range, changes))}
      />
      <List
        of={list}
        caption="Audit log, newest first"
        columns={columnsFor(names)}
        idOf={({ id }) => id}
        empty={<None isFiltered={Object.keys(filter).length > 0} />}
      />
      <GraphqlHint query={Operation} variables={{ filter }} />
    </Screen>
  );
};

export default AuditLog;
