import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertMedia } from "../db/media.js";
import { write } from "../db/write.js";
import { media } from "../src/checks/media.js";
import { readConfig } from "../src/config.js";
import { createLog } from "../src/log.js";
import { createMediaStore } from "../src/media/store.js";
import { CALL_WAV, MEDIA_LIMIT, pieces } from "./helpers/media.js";
import { test } from "./helpers/own-still.js";

test("media is its owner's alone, and the doctor names recordings whose file is missing or cut, and the command that brings it back", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  const data = mkdtempSync(join(tmpdir(), "debrief media-"));
  t.teardown(() => rmSync(data, { recursive: true }));
  const directory = join(data, "media");
  const store = createMediaStore({ directory, randomBytes, log: createLog("silent") });
  const kept: { recordingId: string; file: string }[] = [];
  for (let count = 0; count < 3; count += 1) {
    const recordingId = await org.call();
    const file = await store.write(org.id, pieces(CALL_WAV), MEDIA_LIMIT);
    await write(db, org.id, (trx) =>
      insertMedia(trx, org.id, { recordingId, ...file, createdAt: 1 }),
    );
    kept.push({ recordingId, file: join(directory, org.id, file.file) });
  }
  const modes = [directory, join(directory, org.id), kept[0]!.file].map(
    (path) => statSync(path).mode & 0o777,
  );
  t.deepEqual(modes, [0o700, 0o700, 0o600]);
  const config = readConfig({ "data-dir": data }, {});
  const given = { db, config, file: undefined, now: 0, freeBytes: Infinity, repair: false };
  t.deepEqual(await media.run(given), []);
  rmSync(kept[1]!.file);
  truncateSync(kept[0]!.file, 5);
  const first = kept[0]!.recordingId;
  t.deepEqual(await media.run(given), [
    {
      organization: org.id,
      message: `${directory} lacks the media of 2 recordings, such as ${first}`,
      mend: `cp -a <your backup of media>/. '${directory}'/`,
      repaired: false,
    },
  ]);
});
