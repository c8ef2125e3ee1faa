import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createLog } from "../../src/base/log/log.js";
import { readWatchOptions } from "../../src/base/config/watch-options.js";
import { startWatchers } from "../../src/intake/watch/start-watchers.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { getSchema } from "../helpers/graphql/schema.js";
import { test } from "../helpers/own-suite.js";
import { WAV, watchFolder } from "./watched-folder.js";

const FOLDERS =
  "{ watchedFolders { folder pattern problem refusedCalls latestRefused { file reason at } } }";
const createFolder = (): string => mkdtempSync(join(tmpdir(), "debrief-watch-"));

test("refused calls are listed until their files are moved back", async (t) => {
  const { server, org } = t.context;
  const { folder, look, write, listRefused } = await watchFolder(server, org, { pair: "0" });
  t.deepEqual(await listRefused(), { count: 0, latest: [] });
  write("greeting.wav");
  write("2024/out-1-204-20240503-091530-1.4.wav");
  write("2024/out-1-204-20240503-091530-1.4.json", "{");
  await look();
  const { count, latest } = await listRefused();
  t.is(count, 2);
  t.deepEqual(latest.map(({ file }) => file).toSorted(), [
    "2024/out-1-204-20240503-091530-1.4.wav",
    "greeting.wav",
  ]);
  const greeting = latest.find(({ file }) => file === "greeting.wav")!;
  t.regex(greeting.reason, /doesn't match the folder's pattern; rename the file.*folder$/);
  t.true(Math.abs(greeting.at! - Date.now()) < 60_000);
  renameSync(
    join(folder, "failed/greeting.wav"),
    join(folder, "out-+4930123456-204-20240503-091530-1.1.wav"),
  );
  t.is((await listRefused()).count, 1);
});

test("only the folder's own refused files are listed", async (t) => {
  const { server, org } = t.context;
  const { folder, look, write, listRefused } = await watchFolder(server, org);
  await look();
  const outside = createFolder();
  for (const name of ["a.wav", "a.wav.reason.txt"]) writeFileSync(join(outside, name), "secret");
  symlinkSync(outside, join(folder, "failed"));
  t.is((await listRefused()).count, 0);
  rmSync(join(folder, "failed"));
  mkdirSync(join(folder, "failed"));
  write("failed/b.wav");
  symlinkSync(join(outside, "a.wav"), join(folder, "failed/b.wav.reason.txt"));
  t.is((await listRefused()).count, 0);
});

test("refused files that stay in place are listed until they change, across restarts", async (t) => {
  const { server, org } = t.context;
  const watched = await watchFolder(server, org, { keep: "leave" });
  watched.write("greeting.wav");
  await watched.look();
  await watched.restart();
  await watched.look();
  const { count, latest } = await watched.listRefused();
  t.is(count, 1);
  t.is(latest[0]!.file, "greeting.wav");
  t.regex(latest[0]!.reason, /doesn't match/);
  t.true(Math.abs(latest[0]!.at! - server.services.now()) < 60_000);
  watched.write("greeting.wav", WAV.subarray(0, 20_000));
  t.is((await watched.listRefused()).count, 0);
});

test("an admin sees the watched folders of the organization alone, and why one can't be read", async (t) => {
  const { server, org } = t.context;
  const { services } = server;
  const other = await server.createTenant();
  t.deepEqual((await org.graphql(FOLDERS)).watchedFolders, []);
  const options = { pattern: "freepbx", zone: "UTC", poll: "1", settle: "0" };
  const folder = createFolder();
  const missing = join(createFolder(), "missing");
  writeFileSync(join(folder, "greeting.wav"), WAV);
  const parts = {
    services,
    schema: getSchema(),
    log: createLog("silent"),
    dataDir: createFolder(),
  };
  const watchers = await runAsProgram(async () =>
    startWatchers(parts, [
      readWatchOptions({ ...options, folder, organization: org.id }),
      readWatchOptions({ ...options, folder: missing, organization: other.id }),
    ]),
  );
  services.watchedFolders = watchers;
  try {
    let own;
    do {
      await setTimeout(100);
      own = (await org.graphql(FOLDERS)).watchedFolders;
    } while (own[0].refusedCalls === 0);
    t.is(own.length, 1);
    t.like(own[0], { folder, pattern: "freepbx", problem: null, refusedCalls: 1 });
    t.like(own[0].latestRefused[0], { file: "greeting.wav" });
    const others = (await other.graphql(FOLDERS)).watchedFolders;
    t.is(others.length, 1);
    t.like(others[0], { folder: missing, refusedCalls: 0 });
    t.regex(others[0].problem, /ENOENT/);
  } finally {
    services.watchedFolders = undefined;
    await watchers.stop();
  }
});
