import { Button, type Column, EmptyState, GraphqlHint, List, Time } from "../../parts/index.js";
import { Email } from "../../parts/value/email.js";
import { useConnection } from "../../lib/use-connection.js";
import { href, useFilters } from "../../lib/location.js";
import { useQuery } from "../../lib/use-query.js";
import { toInstants, resolveRangeChanges, resolveRange } from "../../lib/range.js";
import {
  AuditLog as Operation,
  type AuditLogQuery,
  AuditNames,
  type AuditNamesQuery,
} from "./audit-log.graphql.js";
import { SettingsScreen } from "../settings/settings-screen.js";
import { AuditFilters, auditFilterNames } from "./audit-filters.js";
import { Subject } from "./subject.js";
import { actionTexts, actorTexts } from "./texts.js";

type Row = AuditLogQuery["auditLog"]["nodes"][number];

const buildColumns = (names: AuditNamesQuery | undefined): Column<Row>[] => [
  {
    title: "Action",
    isHeader: true,
    cell: (row) => (
      <>
        {actionTexts[row.action] ?? row.action}
        <div class="small">
          <Subject entry={row} names={names} />
        </div>
      </>
    ),
  },
  {
    title: "Details",
    cell: ({ fields, detail }) =>
      [...fields, detail?.replaceAll("_", " ")].filter(Boolean).join(", "),
  },
  {
    title: "By",
    cell: ({ email, actor }) => (email === null ? actorTexts[actor] : <Email address={email} />),
  },
  { title: "Time", cell: ({ at }) => <Time at={at} /> },
  {
    title: "IP address",
    cell: ({ ipAddress }) => ipAddress !== null && <span class="address">{ipAddress}</span>,
  },
];

const NoEntries = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No entries match these filters">
      <p>
        <a href={href("/settings/audit-log")}>Show all entries</a>
      </p>
    </EmptyState>
  ) : (
    <EmptyState title="No entries yet">
      <p>Changes, sign-ins and failed sign-ins appear here.</p>
    </EmptyState>
  );

/** A chosen action replaces the other filters. */
const resolveKind = (show: string | undefined, action: string | undefined) =>
  show === "all" || action ? {} : { looks: show === "looks" };

const AuditLog = () => {
  const [values, change] = useFilters(auditFilterNames);
  const range = resolveRange(values, "all");
  const { show, action, email, subject } = values;
  const filter = {
    ...toInstants(range),
    ...resolveKind(show, action),
    ...(action && { action }),
    ...(email && { email }),
    ...(subject && { subject }),
  };
  const list = useConnection(Operation, { filter }, ({ auditLog }) => auditLog);
  const { data: names } = useQuery(AuditNames, {});
  return (
    <SettingsScreen
      title="Audit log"
      actions={
        <Button isBusy={list.isBusy} onClick={list.reload}>
          Refresh
        </Button>
      }
    >
      <p class="muted lead">
        Changes, sign-ins and who looked at calls, of the last 400 days, newest first. The log keeps
        the names of changed fields, never their values.
      </p>
      {subject && (
        <p>
          Only entries about one recording.{" "}
          <a href={href("/settings/audit-log")}>Show all entries</a>
        </p>
      )}
      <AuditFilters
        values={values}
        range={range}
        onChange={(changes) => change(resolveRangeChanges(range, changes))}
      />
      <List
        connection={list}
        caption="Audit log, newest first"
        columns={buildColumns(names)}
        idOf={({ id }) => id}
        empty={<NoEntries isFiltered={Object.values(values).some(Boolean)} />}
      />
      <GraphqlHint query={Operation} variables={{ filter }} />
    </SettingsScreen>
  );
};

export default AuditLog;
