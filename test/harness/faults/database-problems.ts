import Database, { type Database as Connection } from "better-sqlite3";
import type { WriteSession, Story } from "./write-session.js";

const LEDGER_QUERY = `SELECT s.value AS n, r.status AS status, r.summary AS summary,
  (SELECT count(*) FROM appointments WHERE event_id = 'event-' || s.value) AS appointments,
  (SELECT count(*) FROM clients WHERE crm_entity_id = 'customer-' || s.value) AS clients,
  (SELECT count(*) FROM matches WHERE recording_id = r.id) AS matches,
  (SELECT count(*) FROM transcripts WHERE recording_id = r.id) AS transcripts,
  (SELECT count(*) FROM action_items WHERE recording_id = r.id) AS items,
  (SELECT count(*) FROM recording_tags WHERE recording_id = r.id) AS tags,
  (SELECT count(*) FROM stat_facts WHERE position = r.position) AS facts,
  (SELECT count(*) FROM events WHERE recording_id = r.id) AS events,
  (SELECT count(*) FROM deliveries WHERE recording_id = r.id) AS deliveries
  FROM json_each(?) AS s LEFT JOIN recordings AS r ON r.call_id = 'call-' || s.value`;

/**
 * The rows after each number of completed steps of a story. A half-applied step equals none of
 * them.
 */
const buildStates = (n: number): string[] =>
  [
    [null, null, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [null, null, 1, 1, 0, 0, 0, 0, 0, 0, 0],
    ["received", null, 1, 1, 1, 1, 0, 0, 0, 0, 0],
    ["processed", `Summary 1 of ${n}. 🙂\u2028`, 1, 1, 1, 1, 2, 2, 3, 1, 1],
  ].map((parts) => JSON.stringify(parts));

/** Counts the completed steps of each story in a database. Any other state is a problem. */
export const countSteps = (
  connection: Connection,
  stories: readonly Story[],
): { steps: Map<number, number>; problems: string[] } => {
  const steps = new Map<number, number>();
  const problems: string[] = [];
  const rows = connection
    .prepare<[string], Record<string, unknown>>(LEDGER_QUERY)
    .all(JSON.stringify(stories.map(({ n }) => n)));
  for (const { n, ...parts } of rows) {
    const story = Number(n);
    const found = JSON.stringify(Object.values(parts));
    const step = buildStates(story).indexOf(found);
    if (step < 0) problems.push(`story ${story} is half applied: ${found}`);
    if (steps.has(story)) problems.push(`story ${story} exists twice`);
    steps.set(story, step);
  }
  return { steps, problems };
};

const findLedgerProblems = (connection: Connection, stories: readonly Story[]): string[] => {
  const { steps, problems } = countSteps(connection, stories);
  for (const { n, done, tried } of stories) {
    const step = steps.get(n)!;
    if (step < 0) continue;
    if (step < done) problems.push(`LOST: story ${n} has ${step} steps; ${done} were acknowledged`);
    if (step > tried) problems.push(`story ${n} has ${step} steps; only ${tried} were tried`);
  }
  return problems;
};

/**
 * Checks a database file that a server left against the session's stories. Recovers and closes it.
 */
export const findDatabaseProblems = (file: string, stories: readonly Story[]): string[] => {
  let connection: Connection | undefined;
  try {
    connection = new Database(file, { fileMustExist: true });
    const problems = (connection.pragma("integrity_check") as { integrity_check: string }[])
      .map((row) => row.integrity_check)
      .filter((line) => line !== "ok");
    const dangling = connection.pragma("foreign_key_check") as object[];
    if (dangling.length > 0) problems.push(`${dangling.length} dangling foreign keys`);
    return [...problems, ...findLedgerProblems(connection, stories)];
  } catch (error) {
    return [`the database can't be read: ${String(error)}`];
  } finally {
    connection?.close();
  }
};

/** Sets the stories' steps to those in the database. Returns the problems found before. */
export const resumeSession = (file: string, { stories }: WriteSession): string[] => {
  const connection = new Database(file, { readonly: true });
  try {
    const problems = findLedgerProblems(connection, stories);
    const { steps } = countSteps(connection, stories);
    for (const story of stories) story.done = story.tried = Math.max(0, steps.get(story.n)!);
    return problems;
  } finally {
    connection.close();
  }
};
