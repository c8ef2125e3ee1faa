import { AsyncLocalStorage } from "node:async_hooks";
import type { Server } from "node:http";
import type { Knex } from "knex";
import { findUnscopedTables } from "./unscoped-tables.js";

/** Statements that precede an organization or concern all of them, each with its reason. */
const exceptions: [why: string, sql: RegExp][] = [
  ["by digest of a key", /from .api_keys. where .(hash|dialer_hash). = \S+ limit/],
  ["by digest of a token", /from .tokens. where .hash. = \S+ limit/],
  ["by digest of a session", /from .sessions. as .s. inner .* where .s.\..hash. = /],
  ["by digest of a set-up link", /from .setup_links. where .hash. = \S+ and .expires_at. > \S+ l/],
  ["by the e-mail to sign in with", /from .admins. as .a. inner .* where .a.\..email_key. (=|in) /],
  ["whether an admin exists", /^select 1 AS one from .admins. limit \S+$/],
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

/** Distinguishes the program's statements from those of the test. */
const programScope = new AsyncLocalStorage<true>();

export const runAsProgram = <T>(work: () => T): T => programScope.run(true, work);

/**
 * Fails every statement of a request, or caused by one, that doesn't name an organization for an
 * organization's table.
 */
export const guardStatements = (db: Knex, server: Server): void => {
  server.prependListener("request", () => programScope.enterWith(true));
  db.on("query", ({ sql }: { sql: string }) => {
    if (!programScope.getStore()) return;
    const tables = findUnscopedCached(sql);
    if (tables.length > 0) throw new Error(`no organization for ${tables.join(", ")} in: ${sql}`);
  });
};
