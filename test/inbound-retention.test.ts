import { DAY_MS, run, setDays, whole } from "./helpers/aging.js";
import { test } from "./helpers/own-aging.js";
import { inbound } from "./helpers/dialers.js";

for (const days of ["mediaDays", "transcriptDays"] as const)
  test.serial(`what goes after ${days} is not in the log of received calls either`, async (t) => {
    const { org, server } = t.context;
    await whole(server, org);
    server.clock.time += 1;
    await whole(server, org);
    await setDays(org, { [days]: 7 });
    server.clock.time += 7 * DAY_MS;
    await run(server, org);
    const [young, old] = await inbound(org);
    t.true(young.payload.includes("Rhubarb"));
    t.like(old, { outcome: "taken", payload: null, understood: null, replayable: false });
  });
