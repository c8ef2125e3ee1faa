import {
  DAY_MS,
  runRetentionOnce,
  setRetentionDays,
  createRecordingWithMedia,
} from "../helpers/retention/retention.js";
import { test } from "../helpers/own-frozen-suite.js";
import { listInboundCalls } from "../helpers/dialers/dialers.js";

for (const days of ["mediaDays", "transcriptDays"] as const)
  test.serial(`${days} also empties entries of the log of received calls`, async (t) => {
    const { org, server } = t.context;
    await createRecordingWithMedia(server, org);
    server.clock.time += 1;
    await createRecordingWithMedia(server, org);
    await setRetentionDays(org, { [days]: 7 });
    server.clock.time += 7 * DAY_MS;
    await runRetentionOnce(server, org);
    const [recent, old] = await listInboundCalls(org);
    t.true(recent.payload.includes("Rhubarb"));
    t.like(old, { outcome: "ingested", payload: null, parsedCall: null, replayable: false });
  });
