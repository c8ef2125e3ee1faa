import { createOrganization } from "../../../graph/organizations/organization.js";
import { createSchema } from "../../../graph/schema.js";
import { createDemoClips } from "../../../src/demo/clips.js";
import { createOperationRunner } from "../../../src/demo/run-operation.js";
import { applyEvents } from "../../../src/demo/apply-events.js";
import { COMPANY, people } from "../../../src/demo/people.js";
import { computeSetupTime } from "../../../src/demo/staff.js";
import { createStory } from "../../../src/demo/story.js";
import { createWebhook, waitForDeliveries } from "../../helpers/webhooks/deliveries.js";
import type { SharedServer } from "../../helpers/server.js";
import { startSimpleReceiver } from "../../helpers/webhooks/simple-receiver.js";
import { type Tenant, buildTenant } from "../../helpers/tenant.js";

const SEED = 20;

/** Creates two webhooks and a recording: one delivery succeeds, the other fails. */
const createSampleDeliveries = async (org: Tenant): Promise<void> => {
  const receiver = await startSimpleReceiver();
  for (const path of ["/calls", "/fail/calls"]) await createWebhook(org, receiver.url + path);
  const { email } = people.find(({ role }) => role === "rep")!;
  await org.createProcessed({ user_email: email, started_at: new Date().toISOString() });
  await waitForDeliveries(org);
  receiver.close();
};

/** Creates the organization of `debrief demo`, with webhook deliveries. */
export const createDemoOrganization = async ({
  services,
  fetch,
}: SharedServer): Promise<Tenant> => {
  const now = services.now();
  const created = await services.db.transaction((trx) =>
    createOrganization(trx, { ...services, now: () => computeSetupTime(now) }, COMPANY),
  );
  const { id } = created.organization;
  const schema = createSchema();
  await applyEvents(schema, services, id, createStory(SEED, now));
  await createDemoClips(createOperationRunner(schema, services, id));
  const org = buildTenant(fetch, { ...created, id });
  await createSampleDeliveries(org);
  return org;
};
