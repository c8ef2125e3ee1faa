import { connectAssistant } from "../helpers/mcp/assistant.js";
import { test } from "../helpers/suite.js";

const MAX_BYTES = 40_000;

test("a long transcript comes in parts that the cursor connects", async (t) => {
  const { server, org } = t.context;
  const transcript = Array.from({ length: 900 }, (_, index) => ({
    speaker: "Ann",
    role: "client",
    text: `${index}: ${"é".repeat(40)}`,
    start: index * 10,
    end: index * 10 + 9,
  }));
  const recordingId = await org.createProcessed({ transcript });
  const { callTool } = await connectAssistant(t, server.url, org.apiKey);
  const texts: string[] = [];
  let cursor: string | null = null;
  let parts = 0;
  do {
    const { data, bytes } = await callTool("get_transcript", { recordingId, cursor });
    t.true(bytes <= MAX_BYTES, `${bytes} bytes`);
    texts.push(...data.transcript.map(({ text }: { text: string }) => text));
    t.is(data.note !== undefined, data.hasMore);
    cursor = data.nextCursor;
    parts += 1;
  } while (cursor !== null);
  t.true(parts > 2, `${parts} parts`);
  t.deepEqual(
    texts,
    transcript.map(({ text }) => text),
  );
});

test("a page that is too large is cut, and the next one continues there", async (t) => {
  const { server, org } = t.context;
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1)
    ids.unshift(await org.createProcessed({}, { summary: `${count} ${"s".repeat(9_000)}` }));
  const { callTool } = await connectAssistant(t, server.url, org.apiKey);
  const first = await callTool("find_recordings");
  t.true(first.bytes <= MAX_BYTES);
  t.regex(first.data.note, /^Truncated to 4 of 6 recordings/);
  const { data } = await callTool("find_recordings", { cursor: first.data.nextCursor });
  const found = [...first.data.recordings, ...data.recordings];
  t.deepEqual(
    found.map(({ id }) => id),
    ids,
  );
  t.deepEqual([data.hasMore, data.note], [false, undefined]);
});

test("long texts are truncated, and a note reports it", async (t) => {
  const { server, org } = t.context;
  const id = await org.createProcessed({}, { notes: "n".repeat(90_000), summary: "A summary." });
  const { callTool } = await connectAssistant(t, server.url, org.apiKey);
  const { data, bytes } = await callTool("get_recording", { id });
  t.true(bytes <= MAX_BYTES);
  t.regex(data.recording.notes, /^n{8192}… \[truncated, 90000 characters in all\]$/);
  t.regex(data.note, /^Truncated/);
  t.is(data.recording.summary, "A summary.");
});
