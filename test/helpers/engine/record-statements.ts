import { requestStatements, type RequestStatement } from "./guard-statements.js";
import type { TestServer } from "../server.js";

/** Records the SQL of the statements that the server's requests run during `action`. Tests that record must be serial. */
export const recordStatements = async (
  { services }: TestServer,
  action: () => Promise<unknown>,
): Promise<string[]> => {
  const statements: string[] = [];
  const add = (message: unknown): void => {
    const { db, sql } = message as RequestStatement;
    if (db === services.db) statements.push(sql);
  };
  requestStatements.subscribe(add);
  try {
    await action();
    return statements;
  } finally {
    requestStatements.unsubscribe(add);
  }
};
