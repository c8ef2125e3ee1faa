// The parts of Knex's dialects that db/engine/sqlite.ts uses; Knex ships no types for them.
declare module "knex/lib/dialects/better-sqlite3/index.js" {
  import type { Knex } from "knex";
  import type { Database, Options } from "better-sqlite3";

  class Client extends Knex.Client {
    /** Undefined after `destroy`. */
    pool?: unknown;
    driver: new (filename: string, options: Options) => Database;
    connectionSettings: { filename: string; options: Options };
    _formatBindings(bindings?: readonly unknown[]): unknown[];
    runner(builder: unknown): { connection?: unknown };
    transacting?: boolean;
    destroy(callback?: (error?: unknown) => void): Promise<void>;
  }
  export default Client;
}

declare module "knex/lib/dialects/sqlite3/execution/sqlite-transaction.js" {
  class SqliteTransaction {
    constructor(client: unknown, container: unknown, config: unknown, outer: unknown);
    readOnly?: boolean;
    client: unknown;
    trxClient: unknown;
    isCompleted(): boolean;
    _onAcquire(container: unknown, connection: unknown): Promise<unknown>;
    begin(connection: unknown): Promise<unknown>;
    query(connection: unknown, sql: string): Promise<unknown>;
  }
  export default SqliteTransaction;
}
