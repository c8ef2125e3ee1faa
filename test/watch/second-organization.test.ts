import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createLog } from "../../src/base/log/log.js";
import { readWatchOptions } from "../../src/base/config/watch-options.js";
import { startWatchers } from "../../src/intake/watch/start-watchers.js";
import { getSchema } from "../helpers/graphql/schema.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { test } from "../helpers/own-suite.js";

const createFolder = (): string => mkdtempSync(join(tmpdir(), "debrief-watch-"));

test("a second organization is a warning while a watched folder names none", async (t) => {
  const { server, org } = t.context;
  const { services } = server;
  const lines: { msg: string; level: string; organization?: string }[] = [];
  const log = createLog("warn", { write: (line) => void lines.push(JSON.parse(line)) });
  const options = { pattern: "freepbx", zone: "UTC" };
  const folders = [
    readWatchOptions({ ...options, folder: createFolder() }),
    readWatchOptions({ ...options, folder: createFolder(), organization: org.id }),
  ];
  const parts = { services, schema: getSchema(), log, dataDir: createFolder() };
  await runAsProgram(async () => {
    const watchers = await startWatchers({ ...parts, organizationCheckMs: 20 }, folders);
    try {
      await setTimeout(100);
      t.deepEqual(lines, []);
      await server.createTenant();
      while (lines.length === 0) await setTimeout(20);
      await setTimeout(100);
    } finally {
      await watchers.stop();
    }
    await t.throwsAsync(startWatchers(parts, folders), { message: /add organization=/ });
  });
  t.is(lines.length, 1);
  t.is(lines[0]!.organization, org.id);
  t.regex(lines[0]!.msg, /there are 2: .*; add organization=\S+ to the folder in DEBRIEF_WATCH/);
});
