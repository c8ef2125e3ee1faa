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

/** All that is written by so many steps of a story, and nothing else: half a step looks like none of them. */
const buildStates = (n: number): string[] =>
  [
    [null, null, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [null, null, 1, 1, 0, 0, 0, 0, 0, 0, 0],
    ["received", null, 1, 1, 1, 1, 0, 0, 0, 0, 0],
    ["processed", `Summary 1 of ${n}. 🙂\u2028`, 1, 1, 1, 1, 2, 2, 3, 1, 1],
  ].map((parts) => JSON.stringify(parts));

/** How many steps each story has taken in a database; what is neither so many nor so many is a problem. */
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
    if (step < 0) problems.push(`story ${story} is half done: ${found}`);
    if (steps.has(story)) problems.push(`story ${story} is there twice`);
    steps.set(story, step);
  }
  return { steps, problems };
};

const findLedgerProblems = (connection: Connection, stories: readonly Story[]): string[] => {
  const { steps, problems } = countSteps(connection, stories);
  for (const { n, done, tried } of stories) {
    const step = steps.get(n)!;
    if (step < 0) continue;
    if (step < done)
      problems.push(`LOST: ${done} steps of story ${n} were acknowledged, not ${step}`);
    if (step > tried) problems.push(`${step} steps of story ${n} are there; ${tried} were tried`);
  }
  return problems;
};

/** What is wrong with a database file that a server has left, by its ledger. It is recovered and closed. */
export const findDatabaseProblems = (file: string, stories: readonly Story[]): string[] => {
  let connection: Connection | undefined;
  try {
    connection = new Database(file, { fileMustExist: true });
    const problems = (connection.pragma("integrity_check") as { integrity_check: string }[])
      .map((row) => row.integrity_check)
      .filter((line) => line !== "ok");
    const links = connection.pragma("foreign_key_check") as object[];
    if (links.length > 0) problems.push(`${links.length} links lead nowhere`);
    return [...problems, ...findLedgerProblems(connection, stories)];
  } catch (error) {
    return [`it cannot be read: ${String(error)}`];
  } finally {
    connection?.close();
  }
};

/** Makes the ledger what a database says of what was tried. Returns what is wrong with it by the ledger. */
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
