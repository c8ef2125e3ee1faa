import { disableBindPeeking } from "../../db/engine/sqlite.js";
import { dialect } from "./database.js";
import type { Answer, TestServer } from "./server.js";

export interface RanStatement {
  sql: string;
  bindings: unknown[];
}

/** Every statement that the request runs, with its values. */
export const recordStatements = async (
  server: TestServer,
  request: () => Promise<unknown>,
): Promise<RanStatement[]> => {
  const { db } = server.services;
  const ran: RanStatement[] = [];
  const note = ({ sql, bindings }: RanStatement): void =>
    void (/^(select|insert|update|delete)|\bstat_cells\b/.test(sql) && ran.push({ sql, bindings }));
  db.on("query", note);
  const answer = await request();
  db.off("query", note);
  const { status = 200, text } = answer as Partial<Answer>;
  if (status !== 200) throw new Error(text);
  return ran;
};

/** The steps of a plan, a line each. */
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
