// The parts of Knex's dialects that db/sqlite.ts builds on; Knex ships no types for them.
declare module "knex/lib/dialects/better-sqlite3/index.js" {
  import type { Knex } from "knex";

  const Client: new (config: Knex.Config) => Knex.Client & {
    _formatBindings(bindings?: unknown[]): unknown[];
  };
  export default Client;
}

declare module "knex/lib/dialects/sqlite3/execution/sqlite-transaction.js" {
  class SqliteTransaction {
    constructor(client: unknown, container: unknown, config: unknown, outer: unknown);
    readOnly?: boolean;
    begin(connection: unknown): Promise<unknown>;
    query(connection: unknown, sql: string): Promise<unknown>;
  }
  export default SqliteTransaction;
}
