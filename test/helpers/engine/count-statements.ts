import type { TestServer } from "../server.js";

/** Counts the SQL statements during `action`. Tests that count must be serial. */
export const countStatements = async <T>(
  server: TestServer,
  action: () => Promise<T>,
): Promise<{ count: number; result: T }> => {
  let count = 0;
  const add = (): void => {
    count += 1;
  };
  server.services.db.on("query", add);
  try {
    const result = await action();
    return { count, result };
  } finally {
    server.services.db.removeListener("query", add);
  }
};
