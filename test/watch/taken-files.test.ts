import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import { openTakenFiles } from "../../src/intake/watch/taken-files.js";

test("the memory of a folder doesn't grow with the files that were moved", async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), "debrief-watch-"));
  const root = Buffer.from("/srv/calls");
  const taken = await openTakenFiles(dataDir, root, 20);
  const kept = Buffer.from("kept.wav");
  await taken.add(
    [{ relative: kept, bytes: 1, modifiedAt: 2 }],
    { target: "failed", note: "why" },
    3,
  );
  for (let index = 0; index < 100; index += 1) {
    const relative = Buffer.from(`${index}.wav`);
    await taken.add([{ relative, bytes: 1, modifiedAt: 2 }], { target: "done" }, 3);
    await taken.remove(relative);
  }
  const [file = ""] = readdirSync(join(dataDir, "watch"));
  t.true(readFileSync(join(dataDir, "watch", file), "utf8").split("\n").length <= 25);
  const reopened = await openTakenFiles(dataDir, root);
  const entry = { bytes: 1, modifiedAt: 2, target: "failed", note: "why", at: 3 } as const;
  t.deepEqual(reopened.find(kept), entry);
  t.is(reopened.find(Buffer.from("99.wav")), undefined);
});
