import { listUncheckedMedia } from "../../db/redaction/media-checks.js";
import { createRandom } from "../../src/demo/random.js";
import { createMediaCheck } from "../../src/upkeep/jobs/media-checks.js";
import { createAiSuite } from "../helpers/analysis/ai-suite.js";
import { createCardCalls } from "./card-calls.js";
import { waitForDeliveries, createWebhook } from "../helpers/webhooks/deliveries.js";
import { createVendorUsers } from "../helpers/dialers/dialers.js";
import { runAsProgram } from "../helpers/engine/guard-statements.js";
import { createPlanters } from "./plant-cards.js";
import {
  loadColumns,
  readDatabaseBytes,
  readDataFiles,
} from "../helpers/retention/stored-bytes.js";
import { exportOrganization } from "../helpers/backup/transfer.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";

const test = createAiSuite();

/** A long run has 300. */
const CALLS = Number(process.env["REDACTION_CALLS"] ?? 24);

const SET = "mutation { setRedaction(input: { cardNumbers: true }) { cardNumbers } }";

/** Lists the forms in which a body or a file may have a text. */
const listForms = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  secret.replaceAll(" ", "+"),
];

test(`card numbers of ${CALLS} calls are in no store and no request`, async (t) => {
  const { server, org, ai, log, logger } = t.context;
  await org.graphql(SET);
  await createVendorUsers(org);
  const receiver = await startWebhookReceiver(t);
  await createWebhook(org, receiver.url, {
    events: ["recording.processed", "recording.integration_updated", "client.created"],
  });
  const planters = Object.entries(await createPlanters(t.context, receiver.url));
  const calls = createCardCalls(createRandom(2222), CALLS);
  for (const [number, call] of calls.entries()) {
    const [name, plant] = planters[number % planters.length]!;
    await t.notThrowsAsync(plant(call, number), name);
  }
  await waitForDeliveries(org);
  const check = createMediaCheck({ services: server.services, log: logger });
  const findWaiting = async () =>
    listUncheckedMedia(server.services.db, org.id, {
      after: "",
      now: server.services.now(),
      limit: CALLS,
    });
  t.true((await findWaiting()).length > 0);
  while ((await findWaiting()).length > 0)
    await runAsProgram(() => check(org.id, new AbortController().signal));
  const columns = await loadColumns(server.services.db);
  const places = {
    ...Object.fromEntries(columns),
    bytes: await readDatabaseBytes(server),
    files: readDataFiles(server),
    log: JSON.stringify([server.log, log]),
    export: (await exportOrganization(server, org, false)).join("\n"),
    webhooks: JSON.stringify(receiver.received.map(({ body }) => body)),
    models: JSON.stringify(ai.chats.map(({ body }) => body as object)),
  };
  t.true(ai.chats.length > 0 && receiver.received.length > 0);
  t.true(columns.get("transcripts.utterances")!.includes("[card number]"));
  const secrets = calls.flatMap(({ spelling, secrets: parts }) =>
    parts.map((secret) => ({ spelling, secret })),
  );
  for (const [place, text] of Object.entries(places))
    t.deepEqual(
      secrets.filter(({ secret }) => listForms(secret).some((form) => text.includes(form))),
      [],
      place,
    );
  const recordings = await server.services.db("recordings").where("organization_id", org.id);
  t.log(
    `${recordings.length} recordings, ${receiver.received.length} webhooks, ${ai.chats.length} requests to the model`,
  );
});
