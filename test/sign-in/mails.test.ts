import { type AddressInfo, createServer, type Socket } from "node:net";
import { createMailer } from "../../src/base/mail/mailer.js";
import {
  createPasswordLink,
  inviteUser,
  redeemLink,
  requestReset,
  setSignInRole,
} from "../helpers/sign-in/account-links.js";
import { createConsoleSession } from "../helpers/sign-in/console-session.js";
import { createSuite } from "../helpers/create-suite.js";
import { createLog } from "../../src/base/log/log.js";
import { type MailServer, startMailServer } from "../helpers/sign-in/mail-server.js";
import { startServer, type Tenant, type TestServer } from "../helpers/server.js";

let mails: MailServer;

const test = createSuite<TestServer>(async () => {
  mails = await startMailServer({
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith("refused") ? new Error("550 no such user") : null),
  });
  const server = await startServer({ trustProxy: 1, smtp: mails.server });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await mails.stop();
    },
  };
});

const HOME = "https://debrief.example.com";
const LINK = /https:\/\/debrief\.example\.com\/join#[\w-]{43}/;
const from = (address: string) => ({ origin: HOME, "x-forwarded-for": address });

const emailIn = (org: Tenant, name: string): string => `${name}@${org.id}.example.com`;

const mailsTo = (address: string): number =>
  mails.received.filter(({ to }) => to.includes(address)).length;

/** Counts the mails to addresses of the test: others run at the same time. */
const countMails = (org: Tenant): number =>
  mails.received.filter(({ to }) => to.some((address) => address.includes(org.id))).length;

const addUser = async (server: TestServer, org: Tenant, name: string): Promise<string> => {
  const email = emailIn(org, name);
  const { answer } = await redeemLink(server, await inviteUser(org, { email, role: "rep" }));
  if (answer.status !== 200) throw new Error(answer.text);
  return email;
};

test("an invitation goes out by mail, with the link of PUBLIC_URL in text and HTML", async (t) => {
  const { server } = t.context;
  const org = await server.createTenant("<b>Birch</b> & Sons\r\nhttps://evil.example.com/");
  const email = emailIn(org, "ben");
  const link = await inviteUser(org, { email, role: "rep" });
  t.deepEqual([link.isSent, link.mailProblem], [true, null]);
  const mail = await mails.waitFor(email);
  t.deepEqual([mail.from, mail.to], ["calls@debrief.example.com", [email]]);
  t.regex(mail.text, /^From: Our calls <calls@debrief\.example\.com>\r$/m);
  t.regex(mail.text, /^Subject: Your invitation to debrief\r$/m);
  t.is(mail.text.split(link.url).length - 1, 3, "in the text, and twice in the HTML");
  t.true(mail.text.includes("calls of <b>Birch</b> & Sons https://evil.example.com/. Choose"));
  t.true(mail.text.includes("&lt;b&gt;Birch&lt;/b&gt; &amp; Sons"));
  t.is((await redeemLink(server, link)).answer.status, 200);
});

test("the Host header changes no link", async (t) => {
  const { server, org } = t.context;
  const email = await addUser(server, org, "host");
  const page = createConsoleSession(server);
  const headers = { ...from("203.0.113.5"), "x-forwarded-host": "evil.example.com" };
  await page.query(`mutation { requestPasswordReset(email: "${email}") }`, {}, headers);
  const { text } = await mails.waitFor(email, 1);
  t.regex(text, LINK);
  t.notRegex(text, /evil/);
});

test("a user who forgot the password sets a new one by mail", async (t) => {
  const { server, org } = t.context;
  const email = await addUser(server, org, "forgetful");
  const answer = await requestReset(server, email.toUpperCase());
  t.deepEqual(answer.body, { data: { requestPasswordReset: true } });
  const { text } = await mails.waitFor(email, 1);
  t.regex(text, /^Subject: Your new debrief password\r$/m);
  const url = LINK.exec(text)![0];
  t.is(
    (await createConsoleSession(server).signIn(email)).status,
    200,
    "the old one works until then",
  );
  t.is((await redeemLink(server, { url }, "another horse battery")).answer.status, 200);
  t.is((await createConsoleSession(server).signIn(email)).status, 401);
});

test("the answer is the same for every e-mail, and only users with a password get a mail", async (t) => {
  const { server, org } = t.context;
  const user = await addUser(server, org, "known");
  const inactive = await addUser(server, org, "inactive");
  await org.createUser(inactive, { active: false });
  const removed = await addUser(server, org, "removed");
  await setSignInRole(org, removed, null);
  const invited = emailIn(org, "invited");
  const invitation = await inviteUser(org, { email: invited, role: "rep" });
  const before = countMails(org);
  for (const email of [inactive, removed, invited, emailIn(org, "nobody"), "no address", user])
    t.deepEqual((await requestReset(server, email)).body, { data: { requestPasswordReset: true } });
  await mails.waitFor(user, 1);
  await server.services.mailer!.send(org.id, emailIn(org, "last"), async () => ({
    subject: "last",
    text: "",
    html: "",
  }));
  t.is(countMails(org), before + 2);
  t.is((await redeemLink(server, invitation)).answer.status, 200, "the invitation stays valid");
});

test("a request doesn't replace the link that an admin has issued", async (t) => {
  const { server, org } = t.context;
  const email = await addUser(server, org, "patient");
  const link = await createPasswordLink(org, email);
  await requestReset(server, email);
  await mails.waitFor(email, 2);
  t.is((await redeemLink(server, link)).answer.status, 200);
  const { text } = await mails.waitFor(email, 2);
  const late = await redeemLink(server, { url: LINK.exec(text)![0] });
  t.is(late.answer.status, 401, "a used link ends the others of the account");
});

test("an address gets 5 mails an hour, and the last link stays valid", async (t) => {
  const { server, org } = t.context;
  const email = await addUser(server, org, "popular");
  for (let count = 1; count < 7; count += 1) {
    await requestReset(server, email);
    await mails.waitFor(email, Math.min(count, 4));
  }
  const refused = await createPasswordLink(org, email);
  const problem = "5 e-mails went to this address within an hour; try again later";
  t.deepEqual([refused.isSent, refused.mailProblem], [false, problem]);
  t.is(mailsTo(email), 5);
  const { text } = await mails.waitFor(email, 4);
  t.is((await redeemLink(server, { url: LINK.exec(text)![0] })).answer.status, 200);
});

test("20 requests an hour come from an address, for known and unknown e-mails alike", async (t) => {
  const { server } = t.context;
  const page = createConsoleSession(server, from("203.0.113.77"));
  const ask = (number: number) => requestReset(server, `nobody${number}@example.com`, page);
  for (let number = 0; number < 20; number += 1) t.is((await ask(number)).status, 200);
  const refused = await ask(20);
  t.is(refused.status, 429);
  t.regex(refused.headers.get("retry-after")!, /^\d+$/);
  const other = createConsoleSession(server, from("203.0.113.78"));
  t.is((await requestReset(server, "nobody@example.com", other)).status, 200);
});

test("a mail that the server refuses changes nothing else: the caller has the link", async (t) => {
  const { server, org } = t.context;
  const email = emailIn(org, "refused");
  const link = await inviteUser(org, { email, role: "rep" });
  const problem = "the mail server did not accept the e-mail; the server's log has the reason";
  t.deepEqual([link.isSent, link.mailProblem], [false, problem]);
  t.true(
    server.log.some((line) => line["msg"] === "e-mail not sent" && line["organization"] === org.id),
  );
  t.is((await redeemLink(server, link)).answer.status, 200);
});

test("an address that could name two, or a line break, gets no mail", async (t) => {
  const { server, org } = t.context;
  const before = countMails(org);
  const problem = "no e-mail can go to this address";
  for (const name of ["a,b", "a;b", "<a>", '"a"'])
    t.is((await inviteUser(org, { email: emailIn(org, name), role: "rep" })).mailProblem, problem);
  const { mailer } = server.services;
  const mail = { subject: "x", text: "", html: "" };
  const send = (to: string, fields: object = {}): Promise<string | undefined> =>
    mailer!.send(org.id, to, async () => ({ ...mail, ...fields }));
  t.is(await send(`${emailIn(org, "x")}\r\nBcc: ${emailIn(org, "y")}`), problem);
  t.regex(
    (await send(emailIn(org, "x"), { subject: `x\r\nBcc: ${emailIn(org, "y")}` }))!,
    /did not accept/,
  );
  t.regex((await send(emailIn(org, "x"), { text: "x".repeat(70_000) }))!, /did not accept/);
  t.is(countMails(org), before);
});

/** Starts a server that isn't a mail server. */
const startBadServer = async (onConnect: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    onConnect(socket);
  });
  await new Promise<void>((listening) => void server.listen(0, "127.0.0.1", listening));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

const flood = (socket: Socket): void => {
  const write = (): void => {
    if (!socket.destroyed) socket.write("x".repeat(65_536), () => setImmediate(write));
  };
  write();
};

const buildMail = async () => ({ subject: "x", text: "x", html: "x" });

for (const [what, onConnect] of [
  ["says nothing", () => {}],
  ["hangs up", (socket) => socket.end()],
  ["sends without end", flood],
] satisfies [string, (socket: Socket) => void][])
  test(`a mail server that ${what} is given up`, async (t) => {
    const { server, org } = t.context;
    const bad = await startBadServer(onConnect);
    const mailer = createMailer({
      db: server.services.db,
      log: createLog("silent", { write: () => {} }),
      server: { host: "127.0.0.1", port: bad.port, isSecure: false, login: undefined },
      from: { name: "", address: "calls@example.com" },
      maxMs: 500,
    });
    t.regex((await mailer.send(org.id, emailIn(org, "x"), buildMail))!, /did not accept/);
    bad.stop();
  });
