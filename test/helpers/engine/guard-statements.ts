import { AsyncLocalStorage } from "node:async_hooks";
import { channel } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { Knex } from "knex";
import { narrowedRequests } from "../../../graph/context/context.js";
import { findUnscopedTables } from "./unscoped-tables.js";

/** Statements that precede an organization or concern all of them, each with its reason. */
const exceptions: [why: string, sql: RegExp][] = [
  ["by digest of a key", /from .api_keys. where .(hash|dialer_hash). = \S+ limit/],
  ["by digest of a token", /from .tokens. where .hash. = \S+ limit/],
  ["by digest of a named key", /from .named_keys. as .k. left .* where .k.\..hash. = /],
  ["by digest of a session", /from .sessions. as .s. inner .* where .s.\..hash. = /],
  ["by digest of a set-up link", /from .setup_links. where .hash. = \S+ and .expires_at. > \S+ l/],
  [
    "by digest of a link to set a password",
    /from .account_links. where .hash. = \S+ and .expires_at. > \S+ l/,
  ],
  [
    "by the e-mail to sign in with",
    /from .accounts. as .a. inner .* where .a.\..email_key. (=|in) /,
  ],
  [
    "by digest of a link to a clip",
    /from .clip_links. where .hash. = \S+ and .expires_at. > \S+ l/,
  ],
  ["by identity of a provider", /from .identities. where .issuer. = \S+ and .subject. = \S+ l/],
  ["whether an admin exists", /^select 1 AS one from .accounts. where .role. = \S+ limit \S+$/],
  ["a new operator's token", /^insert into .tokens. /],
  [
    "every organization: retention",
    /^select .* from .organizations. where .id. not in \(select .organization_id. from .maintenance. where .purpose. = \S+\) order by/,
  ],
  [
    "notifier: the pending deliveries; also a metric",
    /^\s*WITH RECURSIVE (waiting|webhook) \(id\)/,
  ],
  ["notifier: claim", /^SELECT d\.organization_id AS .*webhook_id = webhook\.value/s],
  ["notifier: owners of claims", /^select distinct .claimed_by. from .deliveries./],
  ["notifier: expired claims", /^update .deliveries. .* claimed_by IS NOT NULL/s],
  ["notifier: retries that are due", /^UPDATE deliveries SET is_waiting = 0 WHERE .* due_at <= /s],
];

const unscopedByStatement = new Map<string, string[]>();

const findUnscopedCached = (sql: string): string[] => {
  let tables = unscopedByStatement.get(sql);
  if (!tables) {
    tables = exceptions.some(([, exception]) => exception.test(sql)) ? [] : findUnscopedTables(sql);
    unscopedByStatement.set(sql, tables);
  }
  return tables;
};

/** Tables with user-owned rows: a scoped viewer reads only some of them. */
const SCOPED_TABLES =
  /[\s"`](recordings|transcripts|transcript_originals|notices|action_items|process_answers|recording_tags|tag_edits|tracker_examples|tracker_hits|tracker_queue|sentence_vectors|analysis_versions|analysis_edits|analysis_claims|media|waveforms|media_fetches|reviews|clips|comments|appointments|matches|clients|client_phones|events|deliveries|inbound_calls|unmapped_calls|stat_facts|stat_cells|search_rows|word_corrections)[\s"`]/;

/** Statements of a scoped viewer that need no scope, each with its reason. */
const scopeExceptions: [why: string, sql: RegExp][] = [
  ["how far a page is looked for among the newest", /^SELECT position FROM recordings WHERE /],
  ["names of numbers in narrowed tallies", /\sfrom .stat_names. as .n. /],
  ["how far statistics go, which only limits what is read", /^select .day. from .stat_cells. /],
];

const isScoped = (sql: string): boolean =>
  !SCOPED_TABLES.test(sql) ||
  sql.includes("/* scope */") ||
  scopeExceptions.some(([, exception]) => exception.test(sql));

/** Distinguishes the program's statements from those of the test. */
const programScope = new AsyncLocalStorage<{ isNarrowed: boolean; isRequest?: true }>();

/** A statement that a request runs. */
export interface RequestStatement {
  db: Knex;
  sql: string;
}

/** Publishes a `RequestStatement` for each. */
export const requestStatements = channel("debrief.test.request-statement");

export const runAsProgram = <T>(work: () => T): T => programScope.run({ isNarrowed: false }, work);

narrowedRequests.subscribe(() => {
  const request = programScope.getStore();
  if (request) request.isNarrowed = true;
});

/** Returns whether SQLite's only writing connection is in a change; the change's statements have no transaction id. */
const isSqliteChanging = (db: Knex): boolean => {
  const { used } = (db.client as { pool: { used: { resource: { inTransaction?: boolean } }[] } })
    .pool;
  return used.some(({ resource }) => resource.inTransaction === true);
};

/**
 * Fails every statement of a request, or caused by one, that doesn't name an organization for an organization's table,
 * or, for a table with user-owned rows, the scope of a scoped viewer.
 */
export const guardStatements = (db: Knex, server: Server): void => {
  server.prependListener("request", () =>
    programScope.enterWith({ isNarrowed: false, isRequest: true }),
  );
  db.on("query", ({ sql, __knexTxId: transaction }: { sql: string; __knexTxId?: string }) => {
    const request = programScope.getStore();
    if (!request) return;
    if (request.isRequest) requestStatements.publish({ db, sql } satisfies RequestStatement);
    // A change checks its own permissions.
    const isChange = transaction !== undefined || isSqliteChanging(db);
    if (request.isNarrowed && !isChange && !isScoped(sql))
      throw new Error(`no scope of the viewer in: ${sql}`);
    const tables = findUnscopedCached(sql);
    if (tables.length > 0) throw new Error(`no organization for ${tables.join(", ")} in: ${sql}`);
  });
};
