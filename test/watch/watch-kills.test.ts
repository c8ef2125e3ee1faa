import "reflect-metadata";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import test from "ava";
import { createRandom } from "../../src/demo/random.js";
import { findFreePort } from "../helpers/net/free-port.js";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";
import { buildWav } from "../helpers/recordings/media-formats.js";
import { command, createInstallation } from "../helpers/server/program.js";

// WATCH_KILLS=300 for a long run; raise --timeout with it.
const KILLS = Number(process.env["WATCH_KILLS"] ?? 6);
const CALLS = KILLS >= 100 ? 572 : 24;
const MAX_KILL_INTERVAL_MS = 800;
const MAX_DRAIN_MS = 120_000;

const WAV = buildWav(1);
const EMPTY = WAV.subarray(0, 44);
const FIRST_START = Date.parse("2024-05-03T07:00:00Z") / 1000;

const toLocal = (epoch: number): string =>
  new Date((epoch + 2 * 3600) * 1000)
    .toISOString()
    .replaceAll(/[-:]/g, "")
    .slice(0, 15)
    .replace("T", "-");

interface DroppedFile {
  name: string;
  content: string | Buffer;
}

/** The files of a call by kind, each in the folder of its kind; sidecars before the audio. */
const builders: ((epoch: number) => DroppedFile[])[] = [
  (epoch) => [{ name: `out-+4930123456-204-${toLocal(epoch)}-${epoch}.1.wav`, content: WAV }],
  (epoch) => {
    const stem = `7c2b1f60-3f0e-4b3a-9a55-${String(epoch).padStart(12, "0")}`;
    const values = { start_epoch: String(epoch), caller_id_number: "204" };
    const xml = Object.entries(values).map(([name, value]) => `<${name}>${value}</${name}>`);
    const sidecar =
      epoch % 2 === 0
        ? { name: `${stem}.json`, content: JSON.stringify({ variables: values }) }
        : { name: `${stem}.xml`, content: `<cdr><variables>${xml.join("")}</variables></cdr>` };
    return [sidecar, { name: `${stem}.wav`, content: WAV }];
  },
  (epoch) => [
    {
      name: `[Ann]_204-004930123456_${toLocal(epoch).replace("-", "")}(${epoch}).wav`,
      content: WAV,
    },
  ],
  (epoch) => [
    { name: `mix-${epoch}.4.csv`, content: `uniqueid,src,start_epoch\n${epoch}.4,204,${epoch}\n` },
    { name: `mix-${epoch}.4-r.wav`, content: WAV },
    { name: `mix-${epoch}.4-t.wav`, content: WAV },
  ],
];

const FOLDERS = ["freepbx", "fusionpbx", "3cx", "asterisk"];
const OPTIONS = "zone=Europe/Berlin,poll=1,settle=1,sidecar=".split(",");

const isWaiting = (folder: string): string =>
  folder === "fusionpbx" || folder === "asterisk" ? "wait" : "use";

const buildOptions = (folder: string): string[] => [
  `pattern=${folder}`,
  ...OPTIONS.slice(0, -1),
  `sidecar=${isWaiting(folder)}`,
  // Empty files are dropped here, and no pairs.
  ...(folder === "freepbx" ? ["pair=0"] : []),
];

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

test("each call of watched folders becomes one recording, whatever is killed when", async (t) => {
  const program = await createInstallation();
  t.teardown(program.remove);
  const random = createRandom(Date.now() % 100_000);
  const root = join(program.directory, "calls");
  for (const folder of FOLDERS) mkdirSync(join(root, folder), { recursive: true });
  const env = {
    DEBRIEF_FIRST_ORG: "off",
    DEBRIEF_TRANSCRIBER: "none",
    LOG_LEVEL: "warn",
    PORT: String(await findFreePort()),
  };
  // The organization must be there before folders are watched for it.
  let serving = await program.serve(env);
  const org = await createInstalledOrganization(program);
  await tenantAt(serving, org).createUser("rep@example.com", { extensions: ["204"] });
  await serving.stop();
  const watched = FOLDERS.slice(0, 2).map((folder) =>
    [join(root, folder), ...buildOptions(folder), `organization=${org.id}`].join(","),
  );
  const serve = async () => program.serve({ ...env, DEBRIEF_WATCH: watched.join(";") });
  serving = await serve();
  const { url } = serving;

  const startWatch = (folder: string): ChildProcess => {
    const flags = buildOptions(folder).map((option) => `--${option}`);
    const [name, ...args] = [...command, "watch", join(root, folder), ...flags, "--url", url];
    return spawn(name, args, {
      cwd: program.directory,
      env: { ...program.env, ...env, DEBRIEF_API_KEY: org.apiKey },
      stdio: "ignore",
    });
  };
  const watches = new Map(FOLDERS.slice(2).map((folder) => [folder, startWatch(folder)]));
  t.teardown(() => {
    for (const child of watches.values()) child.kill("SIGKILL");
  });

  const done = new Map<string, string[]>(FOLDERS.map((folder) => [folder, []]));
  const empty = new Map<string, string[]>(FOLDERS.map((folder) => [folder, []]));
  const drop = async (folder: string, { name, content }: DroppedFile): Promise<void> => {
    const path = join(root, folder, name);
    if (random.chance(0.5)) {
      writeFileSync(`${path}.part`, content);
      renameSync(`${path}.part`, path);
      return;
    }
    const bytes = Buffer.from(content);
    const middle = random.int(0, bytes.length);
    writeFileSync(path, bytes.subarray(0, middle));
    await setTimeout(random.int(0, 300));
    appendFileSync(path, bytes.subarray(middle));
  };
  const averageMs = (KILLS * MAX_KILL_INTERVAL_MS) / CALLS;
  const dropAll = async (): Promise<void> => {
    for (let call = 0; call < CALLS; call += 1) {
      const kind = call % builders.length;
      const folder = FOLDERS[kind]!;
      for (const file of builders[kind]!(FIRST_START + call * 60)) {
        await drop(folder, file);
        done.get(folder)!.push(`done/${file.name}`);
      }
      if (random.chance(0.05) && kind === 0) {
        const name = `out-1-204-${toLocal(FIRST_START)}-${call}.9.wav`;
        await drop(folder, { name, content: EMPTY });
        empty.get(folder)!.push(`failed/${name}`, `failed/${name}.reason.txt`);
      }
      await setTimeout(random.int(0, 2 * averageMs));
    }
  };

  let isDropped = false;
  const dropping = dropAll().then(() => void (isDropped = true));
  const kills = { server: 0, watch: 0 };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await setTimeout(random.int(0, MAX_KILL_INTERVAL_MS));
    const victim = random.pick(["server", ...watches.keys()]);
    const child = victim === "server" ? serving.child : watches.get(victim)!;
    const ended = once(child, "close");
    child.kill("SIGKILL");
    await ended;
    if (victim === "server") {
      kills.server += 1;
      // Now and then the server is down for a while.
      if (random.chance(0.1)) await setTimeout(random.int(0, 2_000));
      serving = await serve();
    } else {
      kills.watch += 1;
      watches.set(victim, startWatch(victim));
    }
  }
  await dropping;
  t.true(isDropped);

  const list = () =>
    Object.fromEntries(FOLDERS.map((folder) => [folder, listFiles(join(root, folder))]));
  const expected = Object.fromEntries(
    FOLDERS.map((folder) => [folder, [...done.get(folder)!, ...empty.get(folder)!].toSorted()]),
  );
  const deadline = Date.now() + MAX_DRAIN_MS;
  while (JSON.stringify(list()) !== JSON.stringify(expected) && Date.now() < deadline)
    await setTimeout(500);
  t.deepEqual(list(), expected, serving.stderr());

  const starts: string[] = [];
  const tenant = tenantAt(serving, org);
  for (let after: string | null = null; ;) {
    const { recordings } = await tenant.graphql(
      `query ($after: String) {
        recordings(first: 100, after: $after, filter: { status: received }) {
          pageInfo { hasNextPage endCursor } nodes { id startedAt media { bytes } }
        }
      }`,
      { after },
    );
    for (const { id, startedAt, media } of recordings.nodes) {
      starts.push(startedAt);
      const kind = ((Date.parse(startedAt) / 1000 - FIRST_START) / 60) % builders.length;
      t.is(media.bytes, kind === 3 ? 44 + (WAV.length - 44) * 2 : WAV.length);
      t.is((await tenant.get(`/v1/recordings/${id}/media`)).status, 200);
    }
    if (!recordings.pageInfo.hasNextPage) break;
    after = recordings.pageInfo.endCursor;
  }
  t.deepEqual(
    starts.toSorted(),
    Array.from({ length: CALLS }, (_, call) =>
      new Date((FIRST_START + call * 60) * 1000).toISOString(),
    ),
  );
  const files = [...done.values()].flat().length;
  t.log(
    `${kills.server} kills of the server, ${kills.watch} of a watch: ${files} files, ${starts.length} calls`,
  );
});
