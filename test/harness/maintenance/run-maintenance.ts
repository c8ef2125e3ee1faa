import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../../db/engine/connect.js";
import { createRandom } from "../../../src/demo/random.js";
import { Writers, findLostWrites } from "../backup/writers.js";
import { createApi } from "../crash/api.js";
import { Instance } from "../crash/server-process.js";
import { readFirstKeys } from "../crash/set-up-organization.js";
import { createCommandLine, type CommandResult, type RunCommand } from "./command-line.js";

const WRITERS = 6;
/** Two commands at a time. */
const LANES = 2;
const MAX_SHOWN_CHARACTERS = 400;
const USER = `mutation { upsertUser(input: { email: "rep@example.com", name: "Robin" }) { email } }`;

interface MaintenanceStep {
  args: (context: { directory: string; organizationId: string; lane: number }) => string[];
  /** What a healthy server beside it allows; commands that need it stopped are refused. */
  exits: readonly number[];
}

/** The commands that an operator may run beside a server. */
const steps: Record<string, MaintenanceStep> = {
  doctor: { args: () => ["doctor"], exits: [0] },
  repair: { args: () => ["doctor", "--repair"], exits: [0] },
  backup: {
    args: ({ directory, lane }) => ["backup", join(directory, `backup-${lane}.db`), "--force"],
    exits: [0],
  },
  export: {
    args: ({ directory, organizationId, lane }) => [
      "export",
      "--org",
      organizationId,
      join(directory, `export-${lane}-${Math.random()}.ndjson`),
    ],
    exits: [0],
  },
  import: {
    args: ({ directory, lane }) => ["import", join(directory, `import-${lane}.ndjson`)],
    exits: [0, 1],
  },
  retention: {
    args: ({ organizationId }) => ["retention", "run", "--org", organizationId],
    exits: [0, 1],
  },
  migrate: { args: () => ["migrate"], exits: [0] },
  restore: {
    args: ({ directory, lane }) => ["restore", join(directory, `backup-${lane}.db`)],
    exits: [1],
  },
};

const RAW_ERROR = /SQLITE_|SqliteError|fts5|at .*\.js:\d+|UNIQUE constraint/;

const findProblem = (
  name: string,
  { code, stdout, stderr }: CommandResult,
  exits: readonly number[],
): string | undefined => {
  const output = (stdout + stderr).slice(0, MAX_SHOWN_CHARACTERS);
  if (code === null || !exits.includes(code)) return `${name} ended with ${code}: ${output}`;
  const raw = RAW_ERROR.exec(stderr);
  return raw ? `${name} shows a raw error: ${output}` : undefined;
};

/** Prepares a file to import for each lane: the export of an organization of another database. */
const prepareImports = async (root: string, directory: string): Promise<void> => {
  const other = join(root, "other");
  const instance = new Instance({ directory: other, env: {} });
  try {
    const api = createApi(await instance.listening, readFirstKeys(other));
    await api.graphql(USER);
    for (let n = 0; n < 200; n += 1)
      await api.send("POST", "/v1/dialer", {
        call_id: `import-${n}`,
        user_email: "rep@example.com",
        started_at: "2026-03-02T10:00:00Z",
        transcript: [{ speaker: "A", role: "rep", text: "Hello there", start: 0, end: 900 }],
      });
  } finally {
    instance.signal("SIGTERM");
    await instance.ended;
  }
  const { organization } = JSON.parse(
    readFileSync(join(other, "first-organization.json"), "utf8"),
  ) as { organization: { id: string } };
  for (let lane = 0; lane < LANES; lane += 1) {
    const file = join(root, "lines.ndjson");
    await createCommandLine(other)("export", "--org", organization.id, file);
    // Another organization for each lane.
    const id = organization.id.replace(/.$/, String(lane));
    const lines = readFileSync(file, "utf8").replaceAll(organization.id, id);
    writeFileSync(join(directory, `import-${lane}.ndjson`), lines);
  }
};

const runSteps = async (
  run: RunCommand,
  context: { directory: string; organizationId: string },
  { seed, count }: { seed: number; count: number },
): Promise<{ counts: Record<string, number>; problems: string[] }> => {
  const random = createRandom(seed);
  const counts: Record<string, number> = {};
  const problems: string[] = [];
  let left = count;
  const runLane = async (lane: number): Promise<void> => {
    while ((left -= 1) >= 0 && problems.length === 0) {
      const name = random.pick(Object.keys(steps));
      const { args, exits } = steps[name]!;
      const problem = findProblem(name, await run(...args({ ...context, lane })), exits);
      if (problem !== undefined) problems.push(problem);
      counts[name] = (counts[name] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)));
  return { counts, problems };
};

/** Checks a stopped database: healthy for the doctor, able to be backed up, and nothing lost. */
const checkAfterwards = async (
  run: RunCommand,
  directory: string,
  acknowledged: readonly number[],
): Promise<string[]> => {
  const problems: string[] = [];
  for (const args of [["doctor"], ["backup", join(directory, "last.db"), "--force"]]) {
    const problem = findProblem(`afterwards, ${args[0]}`, await run(...args), [0]);
    if (problem !== undefined) problems.push(problem);
  }
  const db = connect(`sqlite:${join(directory, "debrief.db")}`);
  problems.push(...(await findLostWrites(db, acknowledged)));
  await db.destroy();
  return problems;
};

export interface MaintenanceFigures {
  counts: Record<string, number>;
  acknowledged: number;
}

/** Runs `count` random commands beside a server with six writers. @throws for any damage or false alarm */
export const runMaintenance = async (
  root: string,
  { seed, count }: { seed: number; count: number },
): Promise<MaintenanceFigures> => {
  const directory = join(root, "data");
  mkdirSync(directory, { recursive: true });
  await prepareImports(root, directory);
  const server = new Instance({ directory, env: { DEBRIEF_ANALYZER: "basic" } });
  const url = await server.listening;
  const keys = readFirstKeys(directory);
  const { organization } = keys as unknown as { organization: { id: string } };
  await createApi(url, keys).graphql(USER);
  const run = createCommandLine(directory);
  await run("backup", join(directory, "backup-0.db"));
  await run("backup", join(directory, "backup-1.db"));
  const writers = new Writers(url, keys, WRITERS);
  const { counts, problems } = await runSteps(
    run,
    { directory, organizationId: organization.id },
    { seed, count },
  );
  await writers.stop();
  const search = await createApi(url, keys).send("GET", "/v1/recordings?search=hello");
  if (!Array.isArray(search.recordings)) problems.push("the search does not answer");
  server.signal("SIGTERM");
  const code = await server.ended;
  if (code !== 0) problems.push(`the server ended with ${code}`);
  const log = readFileSync(join(directory, "stderr.log"), "utf8");
  for (const [line] of [...log.matchAll(/^.*"level":(50|60).*$/gm)].slice(0, 5))
    problems.push(`the log has ${line.slice(0, MAX_SHOWN_CHARACTERS)}`);
  problems.push(...(await checkAfterwards(run, directory, writers.acknowledged)));
  if (problems.length > 0) throw new Error(problems.join("\n  "));
  return { counts, acknowledged: writers.acknowledged.reduce((a, b) => a + b, 0) };
};
