import { setTimeout } from "node:timers/promises";
import type { TrackerFinder } from "../../graph/core/tracker-port.js";
import { createLog } from "../../src/base/log/log.js";
import { searchOrganization, startTrackersJob } from "../../src/upkeep/jobs/trackers.js";
import { test } from "../helpers/own-suite.js";
import { createTracker, loadHits, upsertTracker } from "../helpers/trackers/trackers.js";

const LINE = { speaker: "A", role: "rep", text: "The price.", start: 0, end: 1 };
/** The pages that the busy organization has while the other one waits. */
const MAX_PAGES = 5;

test.serial("a new call doesn't wait for the old calls of another organization", async (t) => {
  const { server, org } = t.context;
  const { services } = server;
  const other = await server.createTenant();
  await other.createUser();
  await createTracker(other, ["price"]);
  await org.createProcessed({ transcript: [LINE] });
  const tracker = await createTracker(org, ["the"]);
  let id: string | undefined;
  let pages = 0;
  let foundAfter: number | undefined;
  const found = Promise.withResolvers<void>();
  const finder: TrackerFinder = {
    ...services.trackers,
    find: async (organizationId, ...rest) => {
      if (organizationId === other.id) {
        foundAfter ??= pages;
        found.resolve();
      } else if (id === undefined || pages < MAX_PAGES) {
        pages += 1;
        // The search of the old calls begins again, as if there were many.
        await upsertTracker(org, { id: tracker, phrases: [`the ${pages}`] });
        id ??= await other.createProcessed({ transcript: [LINE] });
      }
      return services.trackers.find(organizationId, ...rest);
    },
  };
  const log = createLog("info", { write: () => {} });
  // The other organization has nothing to do when the job begins.
  await services.db("trackers").where("organization_id", other.id).update({ scan_below: null });
  const job = startTrackersJob({ services, finder, log });
  t.teardown(() => job.stop());
  await found.promise;
  t.is(foundAfter, 1);
  while ((await loadHits(other, id!)).length === 0) await setTimeout(20);
});

test.serial("a call doesn't wait for all new calls of another organization", async (t) => {
  const { server, org } = t.context;
  const { services } = server;
  await createTracker(org, ["price"]);
  for (let call = 0; call < 41; call += 1)
    await org.createProcessed({ call_id: `${call}`, transcript: [LINE] });
  const { signal } = new AbortController();
  const left: number[] = [];
  for (let isLeft = true; isLeft;) {
    isLeft = await searchOrganization(services, services.trackers, org.id, signal);
    const queued = await services.db("tracker_queue").where("organization_id", org.id);
    left.push(queued.length);
  }
  t.deepEqual(left.slice(0, 3), [21, 1, 0]);
});
