import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertMedia } from "../../db/recordings/media.js";
import { write } from "../../db/engine/write.js";
import { mediaCheck } from "../../src/upkeep/doctor/media.js";
import { readConfig } from "../../src/base/config/config.js";
import { createLog } from "../../src/base/log/log.js";
import { createMediaStore } from "../../src/media/media-store.js";
import { CALL_WAV, MAX_MEDIA_BYTES, splitIntoPieces } from "../helpers/recordings/media.js";
import { test } from "../helpers/own-paused-suite.js";

test("media files are private, and the doctor reports missing and truncated ones", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  const data = mkdtempSync(join(tmpdir(), "debrief media-"));
  t.teardown(() => rmSync(data, { recursive: true }));
  const directory = join(data, "media");
  const store = createMediaStore({ directory, randomBytes, log: createLog("silent") });
  const stored: { recordingId: string; file: string }[] = [];
  for (let count = 0; count < 3; count += 1) {
    const recordingId = await org.ingestCall();
    const file = await store.write(org.id, splitIntoPieces(CALL_WAV), MAX_MEDIA_BYTES);
    await write(db, org.id, (trx) =>
      insertMedia(trx, org.id, { recordingId, ...file, createdAt: 1 }),
    );
    stored.push({ recordingId, file: join(directory, org.id, file.file) });
  }
  const modes = [directory, join(directory, org.id), stored[0]!.file].map(
    (path) => statSync(path).mode & 0o777,
  );
  t.deepEqual(modes, [0o700, 0o700, 0o600]);
  const config = readConfig({ "data-dir": data }, {});
  const checkOptions = {
    db,
    config,
    file: undefined,
    now: () => 0,
    freeBytes: Infinity,
    repair: false,
  };
  t.deepEqual(await mediaCheck.run(checkOptions), []);
  rmSync(stored[1]!.file);
  truncateSync(stored[0]!.file, 5);
  const first = stored[0]!.recordingId;
  t.deepEqual(await mediaCheck.run(checkOptions), [
    {
      organization: org.id,
      message: `${directory} lacks the media of 2 recordings, for example ${first}`,
      fix: `cp -a <your backup of media>/. '${directory}'/`,
      repaired: false,
    },
  ]);
});
