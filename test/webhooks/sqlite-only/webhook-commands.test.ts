import { join } from "node:path";
import anyTest, { type TestFn } from "ava";
import { connect } from "../../../db/engine/connect.js";
import {
  createInstallation,
  type Installation,
  type ProgramResult,
} from "../../helpers/server/program.js";
import { startSimpleReceiver } from "../../helpers/webhooks/simple-receiver.js";

const test = anyTest as TestFn<{ program: Installation }>;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation() };
});

test.afterEach.always((t) => t.context.program.remove());

const json = ({ stdout }: ProgramResult) => JSON.parse(stdout);

const urls = (outcome: ProgramResult): string[] =>
  json(outcome).deliveries.map(({ url }: { url: string }) => url);

const listIds = (outcome: ProgramResult): string[] =>
  json(outcome).deliveries.map(({ id }: { id: string }) => id);

const ALLOWED = { DEBRIEF_WEBHOOK_ALLOW: "127.0.0.1" };
const UUID = "[0-9a-f-]{36}";
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;

const inAcme = (...args: string[]): [string[], Record<string, string>] => [
  ["webhook", ...args, "--org", "Acme"],
  ALLOWED,
];

test("commands create, list and test webhooks, and list the deliveries", async (t) => {
  const { program } = t.context;
  const receiver = await startSimpleReceiver();
  t.teardown(receiver.close);
  const ok = `${receiver.url}/ok`;
  const fail = `${receiver.url}/fail`;
  const events = "recording.processed, client.created";
  const [, created, text, tested, failedTest] = await program.runAll(
    ["org", "create", "Acme"],
    inAcme("create", fail, "--json", "--trigger", "dialer", "--events", events),
    inAcme("create", ok),
    inAcme("test", ok),
    inAcme("test", `${fail}/elsewhere`, "--json"),
  );
  t.deepEqual([created!.code, created!.stderr], [0, ""]);
  const { webhook, signingSecret } = json(created!);
  const { id, createdAt, ...rest } = webhook;
  const eventNames = ["recording.processed", "client.created"];
  t.deepEqual(rest, {
    url: fail,
    active: true,
    trigger: "dialer",
    events: eventNames,
    retry: "none",
    failingSince: null,
  });
  t.regex(createdAt, new RegExp(`^${TIME}$`));
  t.regex(signingSecret, /^whsec_[0-9A-Za-z+/]{43}=$/);
  t.deepEqual([text!.code, text!.stderr], [0, ""]);
  const shown = `^webhook +(${UUID})  ${ok}\nsigning secret +whsec_[0-9A-Za-z+/]{43}=\n$`;
  t.regex(text!.stdout, new RegExp(shown));
  const other = new RegExp(shown).exec(text!.stdout)![1]!;

  t.deepEqual([tested!.code, tested!.stderr], [0, ""]);
  t.regex(tested!.stdout, new RegExp(`^delivered HTTP 200  \\d+ ms  ${ok}\n$`));
  t.deepEqual([failedTest!.code, failedTest!.stderr], [1, "the test was not delivered\n"]);
  t.like(json(failedTest!).delivery, {
    delivered: false,
    status: "failed",
    responseStatus: 500,
    responseBody: "noted",
    test: true,
    webhook: null,
  });

  const byId = await program.run(["webhook", "test", id, "--org", "Acme"], ALLOWED);
  t.deepEqual([byId.code, byId.stderr], [1, "the test was not delivered\n"]);
  t.regex(byId.stdout, new RegExp(`^failed HTTP 500  \\d+ ms  ${fail}\n$`));
  t.deepEqual(
    receiver.received.map(({ path, isTest, body }) => [path, isTest, JSON.parse(body).event]),
    ["/ok", "/fail/elsewhere", "/fail"].map((path) => [path, true, "recording.processed"]),
  );
  t.like(JSON.parse(receiver.received[0]!.body).data, { status: "processed", processTotal: 0 });

  const [list, lines, log, table, failed, own, newest] = await program.runAll(
    inAcme("list", "--json"),
    inAcme("list"),
    inAcme("deliveries", "--json"),
    inAcme("deliveries"),
    inAcme("deliveries", "--status", "failed", "--json"),
    inAcme("deliveries", "--webhook", other, "--json"),
    inAcme("deliveries", "--limit", "1", "--json"),
  );
  for (const { code } of [list!, lines!, log!, table!, failed!, own!, newest!]) t.is(code, 0);
  const { webhooks } = json(list!);
  t.deepEqual(Object.keys(webhooks[0]), [...Object.keys(webhook), "lastDelivery"]);
  t.like(webhooks, [
    { ...webhook, lastDelivery: { status: "failed", responseStatus: 500 } },
    { id: other, lastDelivery: { status: "delivered", responseStatus: 200 } },
  ]);
  t.regex(
    lines!.stdout,
    new RegExp(`^${id}  active  dialer .*  failed HTTP 500 +${fail}\n${other}`),
  );
  t.deepEqual(urls(log!), [fail, `${fail}/elsewhere`, ok]);
  t.deepEqual(urls(failed!), [fail, `${fail}/elsewhere`]);
  t.deepEqual(urls(own!), [ok]);
  t.deepEqual(urls(newest!), [fail]);
  t.deepEqual([json(log!).hasMore, json(newest!).hasMore], [false, true]);
  const columns = `${TIME}  ${UUID}  recording\\.processed  \\w+ HTTP \\d+ +\\d+ ms +no recording  (${UUID}|no webhook) +${receiver.url}/\\S+\n`;
  t.regex(table!.stdout, new RegExp(`^(${columns}){3}$`));
});

test("a refusal of the core ends with exit code 1, and a wrong flag with 2", async (t) => {
  const url = "https://example.com/hook";
  const local = "http://127.0.0.1:9000/";
  const unknownOrg = ["--org", "Nobody"];
  const acme = ["--org", "Acme"];
  const lines: [code: number, args: string[], stderr: RegExp][] = [
    [1, ["list", ...unknownOrg], /^no organization "Nobody"/],
    [1, ["create", local, ...acme], /^url must be a public address, unless DEBRIEF_WEBHOOK_ALLOW /],
    [
      1,
      ["create", "http://example.com/", ...acme, "--json"],
      /^url must be https, unless DEBRIEF_/,
    ],
    [1, ["test", local, ...acme], /^url must be a public address, unless DEBRIEF_WEBHOOK_ALLOW /],
    [1, ["test", "nothing", ...acme], /^"nothing" is neither a webhook nor a URL/],
    [1, ["deliveries", "--webhook", "nothing", ...acme], /^no webhook "nothing"/],
    [1, ["deliveries", "--recording", "nothing", ...acme], /^no recording "nothing"\n$/],
    [1, ["deliveries", "--event", "nothing", ...acme], /^no event "nothing"; events: recording\./],
    [1, ["redeliver", "nothing", ...acme, "--json"], /^no delivery "nothing"/],
    [2, ["list"], /^--org <organization> is required; /],
    [2, ["create", ...acme], /^usage: debrief webhook create <url>/],
    [2, ["create", url, "--trigger", "fax", ...acme], /^--trigger must be one of all, /],
    [2, ["create", url, "--events", "x", ...acme], /^--events must be one of recording\./],
    [2, ["create", url, "--retry", "often", ...acme], /^--retry must be one of none, standard; /],
    [2, ["deliveries", "--limit", "0", ...acme], /^--limit must be from 1 to 100; /],
    [2, ["deliveries", "--limit", "x", ...acme], /^--limit must be a whole number/],
    [2, ["deliveries", "--status", "lost", ...acme], /^--status must be one of pending, /],
  ];
  const outcomes = await t.context.program.runAll(
    ["org", "create", "Acme"],
    ...lines.map(([, args]) => ["webhook", ...args]),
    ["webhook", "list", "--json", ...acme],
  );
  t.deepEqual(json(outcomes.at(-1)!), { webhooks: [] });
  for (const [index, [code, args, message]] of lines.entries()) {
    const { stdout, stderr, ...outcome } = outcomes[index + 1]!;
    t.deepEqual([outcome.code, stdout], [code, ""], args.join(" "));
    t.regex(stderr, message);
    t.is(stderr.includes("; see: debrief help"), code === 2);
  }
  // DEBRIEF_WEBHOOK_ALLOW can't allow this.
  const withName = ["webhook", "create", "https://a:b@example.com/", ...acme];
  const { stderr: refusal } = await t.context.program.run(withName);
  t.is(refusal, "url must not contain a user name or password\n");
});

test("deliveries can be listed by recording and event", async (t) => {
  const { program } = t.context;
  await program.runAll(["org", "create", "Acme"], inAcme("create", "https://93.184.215.14/"));
  const db = connect(`sqlite:${join(program.dataDir, "debrief.db")}`);
  t.teardown(() => db.destroy());
  const { id: organization_id } = await db("organizations").where("name", "Acme").first("id");
  const { id: webhook_id } = await db("webhooks").first("id");
  const shared = { organization_id, webhook_id, status: "failed", created_at: 0 };
  for (const [index, event] of ["recording.processed", "client.created"].entries()) {
    const [id, recording_id] = [`d-${index}`, `r-${index}`];
    const row = { organization_id, id: `e-${index}`, event, payload: "", test: 0, position: index };
    await db("events").insert(row);
    const links = { event_id: `e-${index}`, message_id: id, recording_id };
    await db("deliveries").insert({ ...shared, ...links, id, event, url: "https://example.com/" });
  }
  const [byRecording, byEvent] = await program.runAll(
    inAcme("deliveries", "--recording", "r-0", "--json"),
    inAcme("deliveries", "--event", "client.created", "--json"),
  );
  t.deepEqual([listIds(byRecording!), listIds(byEvent!)], [["d-0"], ["d-1"]]);
});

test("a test whose signing secret can't be opened ends with 1 and names the next step", async (t) => {
  const { program } = t.context;
  await program.runAll(["org", "create", "Acme"], inAcme("create", "http://127.0.0.1:9/"));
  const db = connect(`sqlite:${join(program.dataDir, "debrief.db")}`);
  t.teardown(() => db.destroy());
  await db("webhooks").update({ secret: "v1.unreadable" });
  const tested = await program.run(
    ["webhook", "test", "http://127.0.0.1:9/", "--org", "Acme"],
    ALLOWED,
  );
  t.is(tested.code, 1);
  t.regex(tested.stdout, /^failed: the signing secret cannot be opened  0 ms  http/);
  t.regex(tested.stderr, /^the test was not sent; run: debrief doctor\n$/m);
});
