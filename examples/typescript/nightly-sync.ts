// Keeps a copy of all recordings, a file for each, and of the events of each beside it.
//   node build/examples/typescript/nightly-sync.js copy
// copy/recordings/ID.json   the recording with its transcript, in its newest state
// copy/events/ID/           what happened to it, by the id of the event
// copy/*.cursor             where the next run goes on; written after the page is, so that a run that
//                           fails is simply run again
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { answerOf, connect, fail } from "./api.js";

const copy = process.argv[2] ?? fail("usage: nightly-sync FOLDER");
const debrief = connect();

/** The whole file or none of it, whatever happens meanwhile. */
const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
};

interface Page {
  hasMore: boolean;
  syncCursor?: string;
}

/** The pages after the cursor that was kept; the cursor of each is kept when the page was dealt with. */
async function* newPages<P extends Page>(
  name: string,
  ask: (after: { startAfter?: string }) => Promise<P>,
) {
  const file = join(copy, `${name}.cursor`);
  let startAfter = existsSync(file) ? await readFile(file, "utf8") : undefined;
  for (let hasMore = true; hasMore;) {
    const page = await ask(startAfter === undefined ? {} : { startAfter });
    yield page;
    if (page.syncCursor === undefined) return;
    await write(file, page.syncCursor);
    ({ hasMore, syncCursor: startAfter } = page);
  }
}

const recordings = newPages("recordings", (after) => {
  const include = ["details" as const, "transcript" as const];
  const query = { updatedSince: "2000-01-01", include, ...after };
  return answerOf(debrief.GET("/v1/recordings", { params: { query } }));
});
for await (const page of recordings) {
  for (const recording of page.recordings) {
    await write(join(copy, "recordings", `${recording.id}.json`), JSON.stringify(recording));
    console.log(`recording ${recording.id}`);
  }
  for (const { id } of page.deleted ?? []) {
    await rm(join(copy, "recordings", `${id}.json`), { force: true });
    await rm(join(copy, "events", id), { recursive: true, force: true });
    console.log(`deleted ${id}`);
  }
}

const events = newPages("events", (query) =>
  answerOf(debrief.GET("/v1/events", { params: { query } })),
);
for await (const page of events)
  for (const { id, event, recordingId, payload } of page.events) {
    // Of what was erased there is an event still, without a payload.
    if (payload === null || recordingId === null) continue;
    const file = join(copy, "events", recordingId, `${id}.json`);
    if (existsSync(file)) continue;
    await write(file, payload); // and here do what your webhook does
    console.log(`event ${id} ${event}`);
  }
