import type { Tenant } from "./helpers/server.js";
import { test } from "./helpers/own-still.js";
import { push } from "./helpers/pushes.js";
import { end, storeDelivery, webhook } from "./helpers/webhooks.js";

const STARTED = `{
  gettingStarted { people keyUsed appointments calls processed webhooks delivered }
}`;

/** What the organization has by now, in the order of the schema. */
const startedOf = async (org: Tenant): Promise<string[]> =>
  Object.entries((await org.graph(STARTED)).gettingStarted)
    .filter(([, has]) => has)
    .map(([name]) => name);

test.serial(
  "a new organization has nothing, and then each thing from the first of it on",
  async (t) => {
    const { org, server } = t.context;
    const has: string[] = [];
    const then = async (name: string): Promise<void> => {
      has.push(name);
      t.deepEqual((await startedOf(org)).toSorted(), has.toSorted());
    };
    t.deepEqual(await startedOf(org), [], "with its first user");
    await org.user("left@example.com", { active: false });
    t.deepEqual(await startedOf(org), []);
    await org.user("two@example.com");
    await then("people");
    const { id } = await webhook(org);
    await then("webhooks");
    const delivery = await storeDelivery(server, org, id);
    t.deepEqual((await startedOf(org)).toSorted(), has.toSorted(), "it failed");
    await end(server, org, delivery);
    await then("delivered");
    await push(org);
    await then("appointments");
    await server.keyUses.flush();
    await then("keyUsed");
    await org.call();
    await then("calls");
    await org.processed();
    await then("processed");
  },
);

test.serial("what another organization has is no beginning of this one", async (t) => {
  const { org, server } = t.context;
  const other = await server.tenant("Other");
  await other.user();
  await other.user("two@example.com");
  await push(other);
  await other.processed();
  const { id } = await webhook(other);
  await end(server, other, await storeDelivery(server, other, id));
  await server.keyUses.flush();
  t.is((await startedOf(other)).length, 7);
  t.deepEqual(await startedOf(org), []);
});
