import { tables } from "../../db/schema/tables.js";
import { createFilledOrganization } from "../harness/isolation/filled-organization.js";
import type { FilledOrganization } from "../harness/isolation/filled-organization.js";
import { startEchoReceiver } from "../harness/isolation/echo-receiver.js";
import { buildWord } from "../harness/isolation/organization-names.js";
import { buildRequests } from "../harness/isolation/requests.js";
import { test } from "../helpers/own-suite.js";
import type { TestServer } from "../helpers/server.js";

type Row = Record<string, unknown>;

/** Changes that create something, or change what is there. */
const UPSERT = /^(?:upsert|update|set|ingest|save)[A-Z]|^(?:POST|PUT) \/v1\/(?!webhooks\/test)/;

/** Columns that every change of a row may change, and tables that grow with every request. */
const VOLATILE_COLUMNS = /^(?:updated_at|updated_position|insights_updated_at|last_\w+)$/;
const VOLATILE_TABLES = new Set(["audit_log", "inbound_calls", "events", "deliveries", "looks"]);

/** What the sent fields of a change set, beside the columns of the same names. */
const SET_BY_SENT_FIELDS: Record<string, RegExp> = {
  upsertTeam: /^team_members\b/,
  // Other questions are a new version.
  upsertTemplate: /^template_questions\b|^templates\b.*: version /,
  // Other examples find other sentences: earlier calls are searched again.
  upsertTracker: /^trackers\b.*: scan_/,
  setTargets: /^(?:organizations|teams)\b.*: targets /,
  setVerdict: /^process_answers\b/,
};

const isSentColumn = (column: string, sent: ReadonlySet<string>): boolean =>
  sent.has(column) || sent.has(column.replace(/_(?:key|at|id)$/, ""));

const toColumn = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Lists the names of everything in a request, as columns have them. */
const listSent = (value: unknown): string[] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, inner]) => [toColumn(name), ...listSent(inner)])
    : [];

const loadRows = async ({ services }: TestServer, id: string): Promise<Map<string, Row>> => {
  const rows = new Map<string, Row>();
  for (const { name, ownerColumn } of tables)
    if (!VOLATILE_TABLES.has(name))
      for (const row of (await services.db(name).where(ownerColumn, id)) as Row[])
        rows.set(`${name} ${"id" in row ? String(row["id"]) : JSON.stringify(row)}`, row);
  return rows;
};

/** Lists what a change has changed of the rows that there were, beyond the columns that it sent. */
const findChanged = (
  before: ReadonlyMap<string, Row>,
  after: ReadonlyMap<string, Row>,
  sent: ReadonlySet<string>,
): string[] =>
  [...before].flatMap(([key, row]) => {
    const now = after.get(key);
    if (!now) return [`${key} is gone`];
    return Object.keys(row)
      .filter((column) => !VOLATILE_COLUMNS.test(column) && !isSentColumn(column, sent))
      .filter((column) => JSON.stringify(row[column]) !== JSON.stringify(now[column]))
      .map((column) => `${key}: ${column} ${String(row[column])} became ${String(now[column])}`);
  });

test.serial("a change leaves what it doesn't send as it was", async (t) => {
  const { server } = t.context;
  const receiver = await startEchoReceiver();
  t.teardown(() => receiver.close());
  const one: FilledOrganization = await createFilledOrganization(
    server,
    buildWord(1, 77),
    receiver.url,
  );
  const tried: string[] = [];
  const lost: string[] = [];
  for (const { name, surface, cases, send } of buildRequests()) {
    if (!UPSERT.test(name) || (surface !== "rest" && surface !== "token")) continue;
    const values = cases.find(({ path }) => path === "")!.values(one.names, one.names);
    const before = await loadRows(server, one.org.id);
    const { status, text } = await send(server, one, values);
    const after = await loadRows(server, one.org.id);
    if (status === 200 && !text.includes('"errors"')) tried.push(name.replace(" by token", ""));
    const allowed = SET_BY_SENT_FIELDS[name.replace(" by token", "")];
    lost.push(
      ...findChanged(before, after, new Set(listSent(values)))
        .filter((line) => !allowed?.test(line))
        .map((line) => `${name}: ${line}`),
    );
  }
  t.deepEqual(lost, []);
  for (const name of [
    "upsertUser",
    "upsertAppointment",
    "updateClient",
    "PUT /v1/scheduled-tasks/:event_id",
  ])
    t.true(tried.includes(name), `${name} of ${tried.join()}`);
});
