import {
  DAY_MS,
  runRetentionOnce,
  setRetentionDays,
  createRecordingWithMedia,
} from "../helpers/retention.js";
import { test } from "../helpers/own-frozen-suite.js";
import { listInboundCalls } from "../helpers/dialers.js";

for (const days of ["mediaDays", "transcriptDays"] as const)
  test.serial(`what goes after ${days} is not in the log of received calls either`, async (t) => {
    const { org, server } = t.context;
    await createRecordingWithMedia(server, org);
    server.clock.time += 1;
    await createRecordingWithMedia(server, org);
    await setRetentionDays(org, { [days]: 7 });
    server.clock.time += 7 * DAY_MS;
    await runRetentionOnce(server, org);
    const [young, old] = await listInboundCalls(org);
    t.true(young.payload.includes("Rhubarb"));
    t.like(old, { outcome: "ingested", payload: null, parsedCall: null, replayable: false });
  });
