import {
  ALL_CONTENT,
  listRemainingContent,
  DAY_MS,
  type RetentionDays,
  summarizeRemoved,
  runRetentionOnce,
  setRetentionDays,
  createRecordingWithMedia,
} from "../helpers/retention/retention.js";
import { test } from "../helpers/own-frozen-suite.js";

const kinds: [keyof RetentionDays, string[]][] = [
  ["mediaDays", ["link", "row", "file"]],
  ["transcriptDays", ["transcript"]],
  ["payloadDays", ["payload"]],
];

for (const [days, removed] of kinds)
  test.serial(`${days}: older content is removed, and content of that age stays`, async (t) => {
    const { org, server } = t.context;
    const other = await server.createTenant();
    await other.createUser();
    const [old, theirs] = [
      await createRecordingWithMedia(server, org),
      await createRecordingWithMedia(server, other),
    ];
    server.clock.time += 1;
    const recent = await createRecordingWithMedia(server, org);
    await setRetentionDays(org, { [days]: 7 });
    server.clock.time += 7 * DAY_MS - 1;
    t.deepEqual(
      summarizeRemoved(await runRetentionOnce(server, org)),
      [0, 0, 0],
      "exactly of that age",
    );
    t.deepEqual(await listRemainingContent(server, org, old), ALL_CONTENT);
    server.clock.time += 1;
    t.deepEqual(
      summarizeRemoved(await runRetentionOnce(server, org)),
      kinds.map(([kind]) => (kind === days ? 1 : 0)),
    );
    t.deepEqual(
      await listRemainingContent(server, org, old),
      ALL_CONTENT.filter((part) => !removed.includes(part)),
    );
    t.deepEqual(await listRemainingContent(server, org, recent), ALL_CONTENT);
    t.deepEqual(
      await listRemainingContent(server, other, theirs),
      ALL_CONTENT,
      "another organization's content stays",
    );
    t.deepEqual(
      summarizeRemoved(await runRetentionOnce(server, org)),
      [0, 0, 0],
      "a second run removes nothing",
    );
  });

test.serial("without days, everything is kept forever", async (t) => {
  const { org, server } = t.context;
  const recording = await createRecordingWithMedia(server, org);
  server.clock.time += 40_000 * DAY_MS;
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 0, 0]);
  await setRetentionDays(org, { mediaDays: 1, transcriptDays: 1, payloadDays: 1 });
  await setRetentionDays(org, { mediaDays: null, transcriptDays: null, payloadDays: null });
  t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 0, 0]);
  t.deepEqual(await listRemainingContent(server, org, recording), ALL_CONTENT);
});

test.serial("retention removes nothing of a call before its analysis", async (t) => {
  const { org, server } = t.context;
  const transition = async (name: string, id: string): Promise<unknown> =>
    org.graphql(`mutation { ${name} { id } }`.replace("ID", `"${id}"`));
  const call = {
    recording_url: "https://dialer.example.com/a.wav",
    transcript: [{ speaker: "R", text: "Hello", start: 0, end: 1 }],
  };
  const received = await org.ingestCall(call);
  const processing = await org.ingestCall(call);
  const failed = await org.ingestCall(call);
  for (const id of [processing, failed]) await transition("startAnalysis(recordingId: ID)", id);
  await transition('failAnalysis(recordingId: ID, reason: "No")', failed);
  await setRetentionDays(org, { mediaDays: 1, transcriptDays: 1, payloadDays: 1 });
  server.clock.time += 30 * DAY_MS;
  t.deepEqual(
    summarizeRemoved(await runRetentionOnce(server, org)),
    [0, 0, 1],
    "the payload of recording.failed, and nothing of a call",
  );
  const late = await org.graphql(
    `mutation { completeAnalysis(recordingId: "${received}", input: { summary: "Late" }) { transcript { text } } }`,
  );
  t.deepEqual(late.completeAnalysis.transcript, [{ text: "Hello" }]);
  t.deepEqual(
    summarizeRemoved(await runRetentionOnce(server, org)),
    [1, 1, 0],
    "the call's age counts",
  );
});
