import { disableBindPeeking } from "../../../db/engine/sqlite.js";
import { dialect } from "./database.js";
import type { Answer, TestServer } from "../server.js";

export interface RanStatement {
  sql: string;
  bindings: unknown[];
}

/** Records the statements that a request runs, with their values. */
export const recordStatements = async (
  server: TestServer,
  request: () => Promise<unknown>,
): Promise<RanStatement[]> => {
  const { db } = server.services;
  const statements: RanStatement[] = [];
  const record = ({ sql, bindings }: RanStatement): void =>
    void (
      /^(select|insert|update|delete|WITH unread)|\bstat_cells\b/.test(sql) &&
      statements.push({ sql, bindings })
    );
  db.on("query", record);
  const answer = await request();
  db.off("query", record);
  const { status = 200, text } = answer as Partial<Answer>;
  if (status !== 200) throw new Error(text);
  return statements;
};

/** Returns the steps of a statement's plan. */
export const explainStatement = async (
  server: TestServer,
  { sql, bindings }: RanStatement,
): Promise<string[]> => {
  const { client } = server.services.db;
  const connection = await client.acquireConnection();
  try {
    if (dialect === "postgres") {
      const { rows } = await connection.query(`EXPLAIN ${sql}`, bindings);
      return rows.map((row: Record<string, string>) => row["QUERY PLAN"]);
    }
    const rows: { detail: string }[] = connection
      .prepare(`EXPLAIN QUERY PLAN ${disableBindPeeking(sql)}`)
      .all(client._formatBindings(bindings));
    return rows.map((row) => row.detail);
  } finally {
    await client.releaseConnection(connection);
  }
};
