import type { Database } from "better-sqlite3";
import type { Db } from "./connect.js";
import type { Query, SqliteClient } from "./sqlite.js";

/**
 * The handle of one change among several that share a transaction of SQLite. Once the change has ended it
 * refuses: a statement that nobody waited for would run in somebody else's change. So it does when SQLite
 * has rolled the transaction back by itself: each statement would commit alone.
 */
export class Change {
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
      _query: async (_: unknown, query: Query) => {
        this.check();
        return parent._query(connection, query).catch((error: unknown) => this.#failed(error));
      },
      connectionNow: () => {
        this.check();
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
    // A function with the methods of the other handle, which find the client in the context.
    // Knex would take ten microseconds to make one.
    const handle = (table: string) => client.queryBuilder().table(table);
    const { context } = db as Db & { context: object };
    this.trx = Object.assign(Object.setPrototypeOf(handle, db) as Db, {
      isTransaction: true,
      context: Object.assign(Object.create(context) as object, { client }),
    });
  }

  /** @throws where the change has ended, or its transaction has. */
  check(): void {
    if (this.#ended) throw new Error("the change that this statement is of has ended");
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
