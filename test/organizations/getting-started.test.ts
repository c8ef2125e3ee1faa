import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/own-paused-suite.js";
import { createTemplate } from "../helpers/analysis/templates.js";
import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import {
  endDelivery,
  insertFailedDelivery,
  createWebhookWith,
} from "../helpers/webhooks/webhooks.js";

const GETTING_STARTED = `{
  gettingStarted {
    hasPeople hasUsedKey hasAppointments hasCalls hasPhoneCalls hasScorecards hasProcessed hasWebhooks
    hasDelivered
  }
}`;

/** Loads the names of the completed steps, sorted. */
const loadCompletedSteps = async (org: Tenant): Promise<string[]> =>
  Object.entries((await org.graphql(GETTING_STARTED)).gettingStarted)
    .filter(([, isDone]) => isDone)
    .map(([name]) => name)
    .toSorted();

test.serial("each step completes with the first object of its kind", async (t) => {
  const { org, server } = t.context;
  const expected: string[] = [];
  const assertCompletes = async (name: string): Promise<void> => {
    expected.push(name);
    t.deepEqual(await loadCompletedSteps(org), expected.toSorted());
  };
  t.deepEqual(await loadCompletedSteps(org), [], "one user does not complete hasPeople");
  await org.createUser("left@example.com", { active: false });
  t.deepEqual(await loadCompletedSteps(org), []);
  await org.createUser("two@example.com");
  await assertCompletes("hasPeople");
  const { id } = await createWebhookWith(org);
  await assertCompletes("hasWebhooks");
  const delivery = await insertFailedDelivery(server, org, id);
  t.deepEqual(await loadCompletedSteps(org), expected.toSorted(), "the delivery failed");
  await endDelivery(server, org, delivery);
  await assertCompletes("hasDelivered");
  await pushAppointment(org);
  await assertCompletes("hasAppointments");
  await server.keyUses.flush();
  await assertCompletes("hasUsedKey");
  t.is((await org.send("POST", "/v1/dialer", { call_id: "refused" })).status, 400);
  await assertCompletes("hasPhoneCalls");
  await org.ingestCall();
  await assertCompletes("hasCalls");
  await org.createProcessed();
  await assertCompletes("hasProcessed");
  await createTemplate(org, "Was there a greeting?");
  await assertCompletes("hasScorecards");
});

test.serial("another organization's objects complete no step", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant("Other");
  await other.createUser();
  await other.createUser("two@example.com");
  await pushAppointment(other);
  await other.createProcessed();
  const { id } = await createWebhookWith(other);
  await endDelivery(server, other, await insertFailedDelivery(server, other, id));
  await server.keyUses.flush();
  await createTemplate(other, "Was there a greeting?");
  await other.send("POST", "/v1/dialer", { call_id: "refused" });
  t.is((await loadCompletedSteps(other)).length, 9);
  t.deepEqual(await loadCompletedSteps(org), []);
});

test.serial("the steps know whether the server analyses calls", async (t) => {
  const { org, server } = t.context;
  const read = async () => (await org.graphql("{ gettingStarted { isAnalyzed } }")).gettingStarted;
  const { analyzes } = server.services;
  server.services.analyzes = { audio: true };
  t.deepEqual(await read(), { isAnalyzed: true });
  server.services.analyzes = undefined;
  t.deepEqual(await read(), { isAnalyzed: false });
  server.services.analyzes = analyzes;
});
