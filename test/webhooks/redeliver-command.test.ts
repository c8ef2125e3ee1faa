import anyTest, { type TestFn } from "ava";
import {
  createInstallation,
  type Installation,
  type ProgramResult,
} from "../helpers/server/program.js";
import { startSimpleReceiver } from "../helpers/webhooks/simple-receiver.js";

const test = anyTest as TestFn<{ program: Installation }>;

test.beforeEach(async (t) => {
  t.context = { program: await createInstallation() };
});

test.afterEach.always((t) => t.context.program.remove());

const json = ({ stdout }: ProgramResult) => JSON.parse(stdout);

const ALLOWED = { DEBRIEF_WEBHOOK_ALLOW: "127.0.0.1" };
const UUID = "[0-9a-f-]{36}";

const inAcme = (...args: string[]): [string[], Record<string, string>] => [
  ["webhook", ...args, "--org", "Acme"],
  ALLOWED,
];

test("redeliver inserts a delivery, and the running server sends it", async (t) => {
  const { program } = t.context;
  const receiver = await startSimpleReceiver();
  t.teardown(receiver.close);
  const [, , tested] = await program.runAll(
    ["org", "create", "Acme"],
    inAcme("create", receiver.url),
    inAcme("test", receiver.url, "--json"),
  );
  const { id } = json(tested!).delivery;
  const [again, log] = await program.runAll(
    inAcme("redeliver", id, "--json"),
    inAcme("deliveries", "--status", "pending", "--json"),
  );
  t.deepEqual(
    [again!.code, again!.stderr],
    [0, "the server on this database sends it within a second\n"],
  );
  const { delivery } = json(again!);
  t.like(delivery, { status: "pending", redeliveryOf: id, url: receiver.url, attemptedAt: null });
  // The command itself sends nothing.
  t.is(receiver.received.length, 1);
  t.deepEqual(json(log!).deliveries, [delivery]);
  const [early, list, text] = await program.runAll(
    inAcme("redeliver", delivery.id),
    inAcme("list", "--json"),
    inAcme("redeliver", id),
  );
  t.deepEqual([early!.code, early!.stdout], [1, ""]);
  t.is(early!.stderr, "The delivery is still pending; redeliver it after its attempt ends\n");
  t.is(json(list!).webhooks[0].lastDelivery.id, delivery.id);
  t.is(text!.code, 0);
  t.regex(text!.stdout, new RegExp(`^${UUID}  pending  ${receiver.url}\n$`));
  await program.serve(ALLOWED);
  await receiver.count(3);
  const [first, ...later] = receiver.received;
  for (const each of later) t.deepEqual(each, first!);
});
