// Copies all recordings and their events to files. Each run continues where the last one ended.
//   node build/examples/typescript/nightly-sync.js copy
// copy/recordings/ID.json   the recording with its transcript, in its newest state
// copy/events/ID/           the recording's events, a file for each event id
// copy/*.cursor             the position for the next run; written after its page, so a failed run can
//                           simply be repeated
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { answerOf, connect, fail } from "./api.js";

const copy = process.argv[2] ?? fail("usage: nightly-sync FOLDER");
const debrief = connect();

/** Writes the file completely or not at all, even if the process is killed. */
const write = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
};

interface Page {
  hasMore: boolean;
  syncCursor?: string;
}

/** Yields the pages after the stored cursor. Stores the cursor of each page once the page is processed. */
async function* newPages<P extends Page>(
  name: string,
  fetchPage: (after: { startAfter?: string }) => Promise<P>,
) {
  const file = join(copy, `${name}.cursor`);
  let startAfter = existsSync(file) ? await readFile(file, "utf8") : undefined;
  for (let hasMore = true; hasMore;) {
    const page = await fetchPage(startAfter === undefined ? {} : { startAfter });
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
    // The event of an erased recording has no payload.
    if (payload === null || recordingId === null) continue;
    const file = join(copy, "events", recordingId, `${id}.json`);
    if (existsSync(file)) continue;
    await write(file, payload); // handle the event here, as your webhook receiver does
    console.log(`event ${id} ${event}`);
  }
