import { createFailureReports } from "../../src/upkeep/jobs/failing-webhooks.js";
import { createMailer } from "../../src/base/mail/mailer.js";
import { createLog } from "../../src/base/log/log.js";
import { inviteUser } from "../helpers/sign-in/account-links.js";
import { type MailServer, startMailServer } from "../helpers/sign-in/mail-server.js";
import { createWebhook, waitForDeliveries } from "../helpers/webhooks/deliveries.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";
import { createSuite } from "../helpers/create-suite.js";
import { startServer, type Tenant, type TestServer } from "../helpers/server.js";

const DAY_MS = 24 * 60 * 60_000;

let mails: MailServer;

const test = createSuite<TestServer>(async () => {
  mails = await startMailServer();
  const server = await startServer();
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await mails.stop();
    },
  };
});

const addAdmin = async (org: Tenant, name: string): Promise<string> => {
  const email = `${name}@${org.id}.example.com`;
  await inviteUser(org, { email, role: "admin" });
  return email;
};

/** Creates the reports of two servers that share the database. */
const createReports = ({ services }: TestServer): (() => Promise<void>) => {
  const log = createLog("info", { write: () => {} });
  const mailer = createMailer({
    db: services.db,
    log,
    server: mails.server,
    from: { name: "debrief", address: "calls@debrief.example.com" },
  });
  const reports = [1, 2].map(() => createFailureReports(services, mailer));
  const { signal } = new AbortController();
  return async () => {
    await Promise.all(reports.map((report) => report(signal)));
  };
};

const listSubjects = (org: Tenant): [to: string, subject: string][] =>
  mails.received
    .filter(({ to }) => to.some((address) => address.includes(org.id)))
    .map(({ to, text }) => [to[0]!, /^Subject: (.*)$/m.exec(text)![1]!]);

test.serial("each admin gets one mail about a webhook that has failed for a day", async (t) => {
  const { org, server } = t.context;
  const admins = [await addAdmin(org, "ada"), await addAdmin(org, "bea")];
  let status = 500;
  const receiver = await startWebhookReceiver(t, ({ response }) =>
    response.writeHead(status).end(),
  );
  await createWebhook(org, `${receiver.url}?token=canary-secret`);
  const fail = async (): Promise<void> => {
    await org.createProcessed();
    await waitForDeliveries(org);
  };
  const report = createReports(server);
  await fail();
  await report();
  server.clock.time += DAY_MS;
  // A day without an attempt shows nothing.
  await report();
  t.deepEqual(listSubjects(org), []);
  await fail();
  await report();
  await report();
  const { host } = new URL(receiver.url);
  t.deepEqual(
    listSubjects(org),
    admins.map((email) => [email, `Your webhook to ${host} is failing`]),
  );
  const mail = await mails.waitFor(admins[0]!);
  t.regex(mail.text, /has failed since 20\d\d-\d\d-\d\d \d\d:\d\d UTC/);
  t.regex(mail.text, /\/webhooks\/[\w-]{36}\s/);
  t.notRegex(mail.text, /canary-secret/);
  // After a success, the next day of failures is reported again.
  status = 200;
  await fail();
  status = 500;
  await fail();
  server.clock.time += DAY_MS;
  await fail();
  await report();
  t.is(listSubjects(org).length, 4);
});

test.serial("a deactivated webhook isn't reported", async (t) => {
  const { org, server } = t.context;
  await addAdmin(org, "ada");
  const receiver = await startWebhookReceiver(t, ({ response }) => response.writeHead(500).end());
  const { id } = await createWebhook(org, receiver.url);
  for (let day = 1; day <= 2; day += 1) {
    await org.createProcessed();
    await waitForDeliveries(org);
    server.clock.time += DAY_MS;
  }
  // Not by the mutation, which also clears since when it fails.
  await server.services.db("webhooks").where({ organization_id: org.id, id }).update({ active: 0 });
  await createReports(server)();
  t.deepEqual(listSubjects(org), []);
});
