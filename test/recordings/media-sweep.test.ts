import { insertOrganization } from "../../db/organizations/organization.js";
import { sweepMedia } from "../../src/media/media-sweep.js";
import { isStored, storeMedia } from "../helpers/recordings/media.js";
import { test } from "../helpers/own-paused-suite.js";
import { setHeartbeats } from "../helpers/retention/retention.js";

const HOUR_MS = 60 * 60_000;

// Alone in its file: a sweep at a later hour would also remove other tests' new files.
test("a sweep removes orphans after an hour, only in organizations that exist", async (t) => {
  const { server, org } = t.context;
  const used = await storeMedia(server, org, await org.ingestCall());
  const orphan = await storeMedia(server, org);
  const missingOrg = { ...org, id: server.services.newId() };
  const fileOfMissingOrg = await storeMedia(server, missingOrg);
  // As an import of an earlier version could insert; the oldest organization comes first.
  await insertOrganization(server.services.db, { id: "..", name: "Up", createdAt: 0 });
  const listStored = async () => [
    await isStored(server, org, used),
    await isStored(server, org, orphan),
    await isStored(server, missingOrg, fileOfMissingOrg),
  ];
  // The files have the machine's time, not that of the server's clock.
  await setHeartbeats(server, Date.now());
  await sweepMedia(server.services, Date.now() + HOUR_MS / 2);
  t.deepEqual(await listStored(), [true, true, true]);
  await sweepMedia(server.services, Date.now() + 2 * HOUR_MS);
  t.deepEqual(await listStored(), [true, false, true]);
});
