import test from "ava";
import { withStatsUpdated } from "../../graph/stats/rollups.js";
import { loadStatsReport, type StatsQuery } from "../../graph/stats/report.js";
import { dialect } from "../helpers/engine/database.js";
import { explainStatement, recordStatements } from "../helpers/engine/query-plans.js";
import { findUnread } from "../helpers/rest/read-routes.js";
import { startServer, type Tenant, type TestServer } from "../helpers/server.js";
import { enqueueEarlierCalls } from "../../graph/analysis/earlier-calls.js";
import { createContext } from "../../graph/context/context.js";
import { emitMissed } from "../../graph/appointments/missed.js";
import { trackedCallsRead } from "../../graph/trackers/count-calls.js";
import { closeDueWindows } from "../../graph/matching/close-windows.js";
import { buildRowId, buildManyRows } from "../helpers/engine/bulk-rows.js";

// PostgreSQL scans a small table because that is faster. SQLite doesn't consider row counts.
const ROWS = dialect === "postgres" ? 6_000 : 100;

let server: TestServer;
let org: Tenant;
/** The URLs that the tests have read. */
const readUrls: string[] = [];

test.before(async () => {
  server = await startServer();
  const { db } = server.services;
  org = await server.createTenant();
  const { get } = org;
  org.get = (url, ...rest) => {
    readUrls.push(url);
    return get(url, ...rest);
  };
  await org.createUser();
  const [userId] = await db("users").pluck("id");
  await db.transaction(async (trx) => {
    // Checking every reference would take ten times as long.
    if (dialect === "postgres") await trx.raw("SET LOCAL session_replication_role = replica");
    for (const [table, rows] of Object.entries(buildManyRows(org.id, userId, ROWS)))
      await trx.batchInsert(table, rows, 500);
  });
  await db("organizations")
    .where("id", org.id)
    .update({ last_position: ROWS * 1000, meaning_scan_below: 0 });
  // The rows above bypassed the statistics.
  const stored = await db("recordings").where("organization_id", org.id).select("id", "position");
  await db.transaction((trx) => withStatsUpdated(trx, org.id, stored, async () => {}));
  await org.graphql(`mutation {
    upsertTeam(input: { name: "A", members: [{ email: "rep@example.com" }] }) { id }
    upsertTemplate(input: { name: "A", questions: [{ question: "Why?" }] }) { id }
  }`);
  // In production, SQLite's planner has no statistics either.
  if (dialect === "postgres") await db.raw("ANALYZE");
});

test.after.always(async () => {
  await server?.stop();
});

// An index of the organization alone is enough for a list in its own order, which is read until the page is
// full, for the received calls that are kept, which are few thousand at most, for the calls that are being analysed, and for
// a table with one row per organization or per phone system, or with a hundred.
const BY_ORGANIZATION =
  /SEARCH (analysis_claims|dialer_secrets|dialer_media_credentials|redaction|rep_channels|trackers) |INDEX (action_items_list|action_items_open|appointments_list|audit_log_list|clients_list|clips_by_time|comment_threads|deliveries_list|inbound_calls_list|notices_list|recordings_list|teams_list|templates_list|webhooks_list|sqlite_autoindex_stat_formats_1|unmapped_calls_file|unmapped_calls_number) /;
const LARGE_TABLES =
  "(recordings|appointments|clients|action_items|recording_tags|transcripts|matches|events|deliveries|notices|audit_log|comments|clips)";

/** Rows that are asked for by their ids must not be searched in all rows of a status. */
const isSearchByStatus = (step: string, sql: string): boolean =>
  step.endsWith("(organization_id=? AND status=?)") &&
  sql.includes("json_each") &&
  !sql.includes("order by");

/** The line of calls that wait for their transcription has at most 2,000, and is numbered in memory. */
const isStepOfLine = (step: string, sql: string): boolean =>
  sql.startsWith("WITH unread") &&
  /^SCAN (line|claimed|interrupted|unclaimed|unread|\(subquery-\d+\))|TEMP B-TREE FOR ORDER BY|INDEX recordings_list /.test(
    step,
  );

/**
 * A sort in memory is slow too: it reads the whole list for one page. Give the list an index in its order. Only rows
 * that are few once they are grouped may be sorted, as in the statistics below.
 */
const isSlowStep = (step: string, sql: string): boolean =>
  dialect === "postgres"
    ? new RegExp(`Seq Scan on ${LARGE_TABLES}`).test(step) ||
      (/Sort {2}/.test(step) && new RegExp(`(from|join) "${LARGE_TABLES}".* order by`).test(sql))
    : !isStepOfLine(step, sql) &&
      (/^SCAN (?!json_each|page$|CONSTANT ROW$)|TEMP B-TREE FOR ORDER/.test(step) ||
        (step.endsWith("(organization_id=?)") && !BY_ORGANIZATION.test(step)) ||
        isSearchByStatus(step, sql));

const runGraphql = (query: string, filter: object = {}) => org.graphql(query, { filter });
const RECORDINGS = `query ($filter: RecordingFilter) { recordings(filter: $filter) { nodes { id } } }`;
const VISITS = `query ($filter: AppointmentFilter) {
  appointments(filter: $filter) { nodes { eventId } }
}`;
const DELIVERIES = `query ($after: String, $filter: DeliveryFilter) {
  deliveries(first: 9, after: $after, filter: $filter) {
    nodes { id payload webhook { id } recording { id } } nextCursor
  }
}`;
const AUDIT_LOG = `query ($after: String, $filter: AuditFilter) {
  auditLog(first: 9, after: $after, filter: $filter) { nodes { id } nextCursor }
}`;
/** Loads the second page of deliveries. */
const loadSecondDeliveryPage = async (filter: object = {}) => {
  const { deliveries } = await org.graphql(DELIVERIES, { filter });
  return org.graphql(DELIVERIES, { filter, after: deliveries.nextCursor });
};
const loadCursor = async (path: string): Promise<string> => (await org.get(path)).body.nextCursor;
const user = "rep@example.com";
const days = "fromDate=1970-01-01&toDate=1970-01-02";
const lastCalls = new Date(ROWS - 90).toISOString();
const SINCE = "updatedSince=1970-01-01";

const requests: Record<string, () => Promise<unknown>> = {
  "the recordings": () => org.get("/v1/recordings"),
  "the recordings between two days": () => org.get(`/v1/recordings?${days}`),
  "the next page of the recordings": () =>
    org.get("/v1/recordings?startAfter=1970-01-01T00:00:02.000Z"),
  "a user's recordings": () => runGraphql(RECORDINGS, { userEmail: user }),
  "a user's recordings between two days": () =>
    runGraphql(RECORDINGS, { userEmail: user, from: "1970-01-01", to: "1970-01-01" }),
  "a client's recordings": () => runGraphql(RECORDINGS, { clientId: buildRowId(7) }),
  "a tag's recordings": () => runGraphql(RECORDINGS, { tag: "tag7" }),
  "a tracker's recordings": () => runGraphql(RECORDINGS, { trackerId: buildRowId(7) }),
  "a team's recordings of a tracker": async () => {
    const { teams } = await org.graphql("{ teams { id } }");
    return runGraphql(RECORDINGS, { trackerId: buildRowId(7), teamId: teams[0].id });
  },
  "the hits of a recording": () =>
    org.graphql(`{ recording(id: "${buildRowId(7)}") { trackerHits { quote tracker { id } } } }`),
  "a tag's recordings from a day on": () =>
    runGraphql(RECORDINGS, { tag: "tag7", from: "1970-01-01" }),
  "the recordings with notices": () => runGraphql(RECORDINGS, { hasNotices: true }),
  "the earlier calls to analyse again": async () => {
    await org.graphql(
      `mutation { reanalyzeEarlierCalls(since: "1970-01-01T00:00:00Z") { since } }`,
    );
    const credential = { role: "internal", organizationId: org.id } as const;
    const context = createContext(server.services, credential, "test");
    return enqueueEarlierCalls(context);
  },
  "the action items": () => org.get("/v1/action-items"),
  "the open action items": () => org.get("/v1/action-items?completed=false"),
  "the open action items of some days": () => org.get(`/v1/action-items?completed=false&${days}`),
  "the next page of the action items": async () =>
    org.get(`/v1/action-items?startAfter=${await loadCursor("/v1/action-items?limit=9")}`),
  "one action item": async () => org.send("PUT", `/v1/action-items/${buildRowId(7)}`, {}),
  "the comments": () => org.get("/v1/comments"),
  "the next page of the comments": async () =>
    org.get(`/v1/comments?startAfter=${await loadCursor("/v1/comments?limit=9")}`),
  "the comments of a recording": () => org.get(`/v1/comments?recordingId=${buildRowId(7)}`),
  "the comments of each recording of a page": () =>
    runGraphql(`{ recordings(first: 3) { nodes { comments(first: 3) { nodes { id } } } } }`),
  "the clips": () => org.get("/v1/clips"),
  "the next page of the clips": async () =>
    org.get(`/v1/clips?startAfter=${await loadCursor("/v1/clips?limit=9")}`),
  "the sentences of a meaning": () =>
    // The last calls only: each page of them is two statements.
    org.get(`/v1/sentences?meaning=Hello&fromDate=${lastCalls}`),
  "the sentences of a meaning in a user's calls": () =>
    org.get(`/v1/sentences?meaning=Hello&fromDate=${lastCalls}&userEmail=${user}`),
  "the sentences of a meaning in a client's calls": () =>
    org.get(`/v1/sentences?meaning=Hello&clientId=${buildRowId(7)}`),
  "a recording with all its parts": () => org.get(`/v1/recordings/${buildRowId(7)}`),
  "the places of calls that wait for their transcription": async () => {
    await org.ingestCall({ call_id: "waits", recording_url: "https://example.com/a" });
    return org.graphql(
      "{ recordings(filter: { status: received }) { nodes { transcriptionPlace } } }",
    );
  },
  "a transcript": () => org.get(`/v1/recordings/${buildRowId(7)}/transcript`),
  "the recordings of each client of a page": () =>
    runGraphql(`{ clients(first: 10) { nodes { recordings(first: 3) { nodes { id } } } } }`),
  "the recordings by their last change": () => org.get(`/v1/recordings?${SINCE}`),
  "the next page by their last change": async () =>
    org.get(
      `/v1/recordings?${SINCE}&startAfter=${await loadCursor(`/v1/recordings?${SINCE}&limit=9`)}&include=details,transcript`,
    ),
  "the recordings by their processing": () => org.get("/v1/recordings?processedSince=1970-01-02"),
  "the recordings of two days by their last change": () =>
    org.get(`/v1/recordings?${SINCE}&${days}`),
  "a user's recordings by their last change": () =>
    org.graphql(
      `{ recordings(since: { updated: "1970-01-01" }, filter: { userEmail: "${user}" }) { nodes { id } } }`,
    ),
  "the events": () => org.get("/v1/events"),
  "the next page of the events": async () =>
    org.get(`/v1/events?startAfter=${await loadCursor("/v1/events?limit=9")}`),
  "the events of a type": () => org.get("/v1/events?type=client.created"),
  "the appointments": () => org.get("/v1/scheduled-tasks"),
  "the appointments between two days": () => org.get(`/v1/scheduled-tasks?${days}`),
  "the next page of the appointments": async () =>
    org.get(`/v1/scheduled-tasks?startAfter=${await loadCursor("/v1/scheduled-tasks?limit=9")}`),
  "a user's appointments": () => org.get(`/v1/scheduled-tasks?user_email=${user}`),
  "the coverage of some hours": () =>
    runGraphql(`{ coverage(from: "1970-01-01", to: "1970-01-01T09:00Z") { due } }`),
  "the coverage of a user's hours": () =>
    runGraphql(
      `{ coverage(from: "1970-01-01", to: "1970-01-01T09:00Z", userEmail: "${user}") { due } }`,
    ),
  "one appointment": () => org.get("/v1/scheduled-tasks/e7"),
  // PostgreSQL finds the few appointments of a client by an index, and sorts them.
  ...(dialect === "sqlite" && {
    "a client's appointments": () => runGraphql(VISITS, { clientId: buildRowId(7) }),
  }),
  "the recordings of the appointments": () =>
    runGraphql(`{ appointments { nodes { recording { id } client { id } } } }`),
  "the appointments of the recordings": () =>
    runGraphql(`{ recordings { nodes { user { id: email } client { id } appointment { id } } } }`),
  "the match candidates of recordings": () =>
    runGraphql(`{ recordings { nodes { matchCandidates { id } } } }`),
  "the clients": () => org.get("/v1/clients"),
  "the next page of the clients": async () =>
    org.get(`/v1/clients?cursor=${await loadCursor("/v1/clients?limit=9")}`),
  "the client of an e-mail": () => org.get("/v1/clients?email=u7@example.com"),
  "the client of a CRM id": () => org.get("/v1/clients?crmEntityId=crm7"),
  "one client": () => org.get(`/v1/clients/${buildRowId(7)}`),
  "the unmapped numbers": () => runGraphql("{ unmappedNumbers { number } }"),
  "the sources": () => runGraphql("{ sources { channel lastRecording { id } noticedCalls } }"),
  "the users": () => org.get("/v1/users"),
  "the teams and their members": () => org.get("/v1/teams"),
  "the templates and their questions": () => runGraphql("{ templates { questions { id } } }"),
  "the webhooks": () => org.get("/v1/webhooks"),
  "the delivery log": () => runGraphql(DELIVERIES),
  "the next page of the delivery log": () => loadSecondDeliveryPage(),
  "a webhook's deliveries": () => runGraphql(DELIVERIES, { webhookId: buildRowId(7) }),
  "the next page of a webhook's deliveries": () =>
    loadSecondDeliveryPage({ webhookId: buildRowId(7) }),
  "a recording's deliveries": () => runGraphql(DELIVERIES, { recordingId: buildRowId(7) }),
  "the failed deliveries": () => runGraphql(DELIVERIES, { status: "failed" }),
  "a webhook's failed deliveries": () =>
    runGraphql(DELIVERIES, { webhookId: buildRowId(10), status: "failed" }),
  "the deliveries of an event": () => runGraphql(DELIVERIES, { event: "recording.processed" }),
  "the deliveries of each recording of a page": () =>
    runGraphql(
      "{ recordings(first: 9) { nodes { deliveries(first: 3) { nodes { id payload } } } } }",
    ),
  "the last delivery of each webhook": () =>
    runGraphql("{ webhooks { lastDelivery { id payload } } }"),
  "the audit log": () => runGraphql(AUDIT_LOG),
  "the next page of the audit log": async () => {
    const { auditLog } = await runGraphql(AUDIT_LOG);
    return org.graphql(AUDIT_LOG, { after: auditLog.nextCursor });
  },
  "the audit log of some hours": () =>
    runGraphql(AUDIT_LOG, { from: "1970-01-01T00:00:00Z", to: "1970-01-01T09:00:00Z" }),
  "the rows of a redelivery": async () => {
    await runGraphql(
      `mutation { updateWebhook(id: "${buildRowId(4)}", input: { active: true }) { id } }`,
    );
    return runGraphql(`mutation { redeliver(deliveryId: "${buildRowId(13)}") { id payload } }`);
  },
  "the rows of an analysis and a sync": () =>
    runGraphql(`mutation {
      completeAnalysis(recordingId: "${buildRowId(7)}", input: { summary: "S" }) { id }
      syncRecording(recordingId: "${buildRowId(7)}") { id }
    }`),
  "the rows of an erased recording": () =>
    org.graphql(`mutation { deleteRecording(id: "${buildRowId(9)}") }`),
  "the rows of an erased client": () =>
    org.graphql(`mutation { deleteClient(id: "${buildRowId(9)}") }`),
  "the rows of a deleted webhook": () =>
    runGraphql(`mutation { deleteWebhook(id: "${buildRowId(3)}") }`),
  "the rows of an ingested call": () =>
    org.ingestCall({ event_id: "e8", customer: { id: "crm8" } }),
  "the rows of a pushed appointment": () =>
    org.send("POST", "/v1/scheduled-tasks", {
      event_id: "e9",
      user_email: user,
      start_time: "2026-03-03T10:00:00Z",
      customer: { id: "crm9" },
    }),
  "due match windows": () =>
    closeDueWindows(
      createContext(server.services, { role: "internal", organizationId: org.id }, "a request id"),
      emitMissed,
    ),
  "the rows of an erasure": () =>
    org.graphql(
      `mutation { deleteRecording(id: "${buildRowId(11)}") deleteClient(id: "${buildRowId(12)}") }`,
    ),
};

/** The column by which the index narrows the search, besides the organization. */
const indexedColumns: Record<string, string> = {
  "the recordings by their last change": "updated_position",
  "the next page by their last change": "updated_position",
  "the recordings by their processing": "processed_position",
  "the sources": "recording_id",
  "the places of calls that wait for their transcription": "position\\W*<",
  "the events": "position",
  "the next page of the events": "position",
  "the events of a type": "event",
  "the recordings between two days": "position",
  "the next page of the recordings": "position",
  "a user's recordings": "user_id",
  "a user's recordings between two days": "user_id",
  "a client's recordings": "client_id",
  "a tag's recordings": "tag_key",
  "a tracker's recordings": "tracker_id",
  "a team's recordings of a tracker": "tracker_id",
  "the recordings of each client of a page": "client_id",
  "the next page of the comments": "created_at",
  "the comments of a recording": "recording_id",
  "the comments of each recording of a page": "recording_id",
  "the next page of the clips": "created_at",
  "the appointments between two days": "start_time",
  "the next page of the appointments": "start_time",
  "a user's appointments": "user_id",
  "a client's appointments": "client_id",
  "the coverage of some hours": "start_time",
  "the coverage of a user's hours": "user_id",
  "due match windows": "(appointments_by_window_end|start_time)",
  "the next page of the clients": "created_at",
  "the client of an e-mail": "email_key",
  "the client of a CRM id": "crm_entity_key",
  "the appointments of the recordings": "recording_id",
  "the match candidates of recordings": "start_time",
  "the next page of the delivery log": "created_at",
  "a webhook's deliveries": "webhook_id",
  "the next page of a webhook's deliveries": "webhook_id",
  "a recording's deliveries": "recording_id",
  "a webhook's failed deliveries": "(webhook_id|status)",
  "the failed deliveries": "status",
  "the deliveries of an event": "event",
  "the deliveries of each recording of a page": "recording_id",
  "the last delivery of each webhook": "webhook_id",
  "the rows of a deleted webhook": "(webhook_id|status)",
};

for (const [what, request] of Object.entries(requests))
  test.serial(`an index finds ${what}, in order`, async (t) => {
    const statements = await recordStatements(server, request);
    t.true(statements.length >= 2);
    const allSteps: string[] = [];
    for (const statement of statements) {
      const steps = await explainStatement(server, statement);
      const slowSteps = steps.filter((step) => isSlowStep(step, statement.sql));
      t.deepEqual(slowSteps, [], statement.sql);
      allSteps.push(...steps);
    }
    const column = indexedColumns[what];
    const uses = new RegExp(
      `(Index Cond:|SEARCH (r|t|a|m|n|d|l|c|clients|deliveries|events) ).*\\b${column}`,
    );
    t.true(column === undefined || allSteps.some((step) => uses.test(step)), allSteps.join("\n"));
  });

test.serial("an index finds the rows of every /v1 read", (t) => {
  // The statistics follow.
  t.deepEqual(findUnread([...readUrls, "/v1/stats"]), [], "add a request above");
});

const statistics: Record<string, Partial<StatsQuery>> = {
  "of all days": {},
  "of one user": { emails: [user] },
  "of part of a day": { from: 10, to: 20 },
  "of a tag": { tag: "tag7" },
  "of a tag in part of a day": { from: 10, to: 20, tag: "tag7" },
  "of several tags in part of a day": { from: 10, to: 20, includedTags: ["tag7", "tag8"] },
  "by day of a zone": { interval: { unit: "day", timeZone: "Europe/Berlin" } },
  "by week with tags": { interval: { unit: "week", timeZone: "UTC" }, includedTags: ["tag7"] },
  "without certain tags": { from: 10, tag: "tag7", excludedTags: ["tag8", "tag9"] },
};

/**
 * Matches reads of large tables. Users and teams are read whole; sums and names are sorted once
 * they are few.
 */
const readsStats = ({ sql }: { sql: string }): boolean => /stat_|recording_tags/.test(sql);
const isFullScan = (step: string): boolean =>
  dialect === "postgres"
    ? /Seq Scan on recording_tags/.test(step)
    : /^SCAN (?!json_each|p$|CONSTANT ROW$)/.test(step) ||
      (step.endsWith("(organization_id=?)") && !BY_ORGANIZATION.test(step));

for (const [what, filter] of Object.entries(statistics))
  test.serial(`statistics ${what} find cells, facts and names by key`, async (t) => {
    const lists = { teamIds: [], emails: [], includedTags: [], excludedTags: [] };
    const query = { organizationId: org.id, groupBy: "user" as const, ...lists, ...filter };
    const statements = await recordStatements(server, () =>
      loadStatsReport(server.services.db, query),
    );
    const reads = statements.filter(readsStats);
    t.true(reads.length >= 3);
    for (const statement of reads)
      t.deepEqual(
        (await explainStatement(server, statement)).filter(isFullScan),
        [],
        statement.sql,
      );
  });

for (const [what, query, statementCount] of [
  ["by rep", { groupBy: "user", teamIds: [] }, 1],
  ["by team", { groupBy: "team", teamIds: [] }, 3],
  ["by rep of a team", { groupBy: "user", teamIds: [buildRowId(1)] }, 3],
] as const)
  test.serial(`an index finds the calls of trackers in a time, ${what}`, async (t) => {
    const statements = await recordStatements(server, () =>
      trackedCallsRead.load(server.services.db, {
        organizationId: org.id,
        from: 10,
        to: 20,
        ...query,
      }),
    );
    t.is(statements.length, statementCount);
    const count = statements.find(({ sql }) => sql.includes("tracker_hits"))!;
    const steps = await explainStatement(server, count);
    t.true(
      steps.some((step) => /(Index Cond:|SEARCH h ).*\bposition/.test(step)),
      steps.join("\n"),
    );
  });
