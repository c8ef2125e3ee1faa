import { requestStatements } from "./guard-statements.js";

/** Records the SQL of the statements that requests run during `action`. Tests that record must be serial. */
export const recordStatements = async (action: () => Promise<unknown>): Promise<string[]> => {
  const statements: string[] = [];
  const add = (sql: unknown): void => void statements.push(String(sql));
  requestStatements.subscribe(add);
  try {
    await action();
    return statements;
  } finally {
    requestStatements.unsubscribe(add);
  }
};
