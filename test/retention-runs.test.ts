import {
  ALL,
  contentOf,
  DAY_MS,
  type Days,
  removed,
  run,
  setDays,
  whole,
} from "./helpers/aging.js";
import { test } from "./helpers/own-aging.js";

const kinds: [keyof Days, string[]][] = [
  ["mediaDays", ["link", "row", "file"]],
  ["transcriptDays", ["transcript"]],
  ["payloadDays", ["payload"]],
];

for (const [days, gone] of kinds)
  test.serial(`${days}: what is older goes, and what is as old stays`, async (t) => {
    const { org, server } = t.context;
    const other = await server.tenant();
    await other.user();
    const [old, theirs] = [await whole(server, org), await whole(server, other)];
    server.clock.time += 1;
    const young = await whole(server, org);
    await setDays(org, { [days]: 7 });
    server.clock.time += 7 * DAY_MS - 1;
    t.deepEqual(removed(await run(server, org)), [0, 0, 0], "to the millisecond as old");
    t.deepEqual(await contentOf(server, org, old), ALL);
    server.clock.time += 1;
    t.deepEqual(
      removed(await run(server, org)),
      kinds.map(([kind]) => (kind === days ? 1 : 0)),
    );
    t.deepEqual(
      await contentOf(server, org, old),
      ALL.filter((part) => !gone.includes(part)),
    );
    t.deepEqual(await contentOf(server, org, young), ALL);
    t.deepEqual(await contentOf(server, other, theirs), ALL, "another organization's stay");
    t.deepEqual(removed(await run(server, org)), [0, 0, 0], "there is nothing to do twice");
  });

test.serial("without days, everything is kept for ever", async (t) => {
  const { org, server } = t.context;
  const kept = await whole(server, org);
  server.clock.time += 40_000 * DAY_MS;
  t.deepEqual(removed(await run(server, org)), [0, 0, 0]);
  await setDays(org, { mediaDays: 1, transcriptDays: 1, payloadDays: 1 });
  await setDays(org, { mediaDays: null, transcriptDays: null, payloadDays: null });
  t.deepEqual(removed(await run(server, org)), [0, 0, 0]);
  t.deepEqual(await contentOf(server, org, kept), ALL);
});

test.serial("nothing of a call goes before it was analysed", async (t) => {
  const { org, server } = t.context;
  const move = async (name: string, id: string): Promise<unknown> =>
    org.graph(`mutation { ${name} { id } }`.replace("ID", `"${id}"`));
  const call = {
    recording_url: "https://dialer.example.com/a.wav",
    transcript: [{ speaker: "R", text: "Hello", start: 0, end: 1 }],
  };
  const received = await org.call(call);
  const processing = await org.call(call);
  const failed = await org.call(call);
  for (const id of [processing, failed]) await move("startAnalysis(recordingId: ID)", id);
  await move('failAnalysis(recordingId: ID, reason: "No")', failed);
  await setDays(org, { mediaDays: 1, transcriptDays: 1, payloadDays: 1 });
  server.clock.time += 30 * DAY_MS;
  t.deepEqual(removed(await run(server, org)), [0, 0, 0]);
  const late = await org.graph(
    `mutation { completeAnalysis(recordingId: "${received}", input: { summary: "Late" }) { transcript { text } } }`,
  );
  t.deepEqual(late.completeAnalysis.transcript, [{ text: "Hello" }]);
  t.deepEqual(removed(await run(server, org)), [1, 1, 0], "its age is that of the call");
});
