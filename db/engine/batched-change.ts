import type { Database } from "better-sqlite3";
import type { Db } from "./connect.js";
import type { KnexQuery, SqliteClient } from "./sqlite.js";
import { withClient } from "./with-client.js";

/**
 * The handle for one of several changes that share a SQLite transaction. It refuses statements after the change has
 * ended: otherwise, a statement without `await` would run in another change. It also refuses them after SQLite itself
 * has rolled back the transaction: each statement would commit alone.
 */
export class BatchedChange {
  readonly trx: Db;
  readonly #connection: Database;
  #ended = false;
  #failure: unknown;

  constructor(db: Db, connection: Database) {
    this.#connection = connection;
    const parent = db.client as SqliteClient;
    const client = Object.assign(Object.create(parent) as SqliteClient, {
      transacting: true,
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      _query: async (_: unknown, query: KnexQuery) => {
        this.assertOpen();
        return parent._query(connection, query).catch((error: unknown) => this.#failed(error));
      },
      connectionNow: () => {
        this.assertOpen();
        return connection;
      },
      runNow: (sql: string, bindings: readonly unknown[]) => {
        try {
          return parent.runNow.call(client, sql, bindings);
        } catch (error) {
          return this.#failed(error);
        }
      },
    });
    this.trx = Object.assign(withClient(db, client), { isTransaction: true });
  }

  /** @throws Error if the change or its transaction has ended */
  assertOpen(): void {
    if (this.#ended) throw new Error("the change of this statement has ended");
    if (this.#connection.inTransaction) return;
    throw this.#failure ?? new Error("SQLite rolled the transaction back");
  }

  #failed(error: unknown): never {
    if (!this.#connection.inTransaction) this.#failure ??= error;
    throw error;
  }

  end(): void {
    this.#ended = true;
  }
}
