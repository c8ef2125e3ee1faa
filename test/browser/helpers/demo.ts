import { createOrganization } from "../../../graph/organizations.js";
import { createSchema } from "../../../graph/schema.js";
import { load } from "../../../src/demo/load.js";
import { COMPANY, people } from "../../../src/demo/people.js";
import { setUpAt } from "../../../src/demo/staff.js";
import { createStory } from "../../../src/demo/story.js";
import { createWebhook, settledDeliveries } from "../../helpers/deliveries.js";
import type { SharedServer } from "../../helpers/server.js";
import { receive } from "../../helpers/simple-receiver.js";
import { type Tenant, tenantOf } from "../../helpers/tenant.js";

const SEED = 20;

/** Two webhooks, and a recording that came in at one of them and not at the other. */
const deliver = async (org: Tenant): Promise<void> => {
  const receiver = await receive();
  for (const path of ["/calls", "/fail/calls"]) await createWebhook(org, receiver.url + path);
  const { email } = people.find(({ role }) => role === "rep")!;
  await org.processed({ user_email: email, started_at: new Date().toISOString() });
  await settledDeliveries(org);
  receiver.close();
};

/** The organization of `debrief demo` until now, which has sent something to webhooks too. */
export const createDemo = async ({ services, fetch }: SharedServer): Promise<Tenant> => {
  const now = services.now();
  const made = await services.db.transaction((trx) =>
    createOrganization(trx, { ...services, now: () => setUpAt(now) }, COMPANY),
  );
  const { id } = made.organization;
  await load(createSchema(), services, id, createStory(SEED, now));
  const org = tenantOf(fetch, { ...made, id });
  await deliver(org);
  return org;
};
