import { emailKey } from "../db/users.js";
import { hashPassword, isPassword } from "../graph/passwords.js";
import { createThrottle } from "../src/console/throttle.js";
import { admin, openPage, PASSWORD, VIEWER } from "./helpers/console.js";
import { startServer, type TestServer } from "./helpers/server.js";
import { suiteOf } from "./helpers/suite-of.js";

const test = suiteOf<TestServer>(() => startServer({ trustProxy: 1 }));

const HOME = "https://debrief.example.com";
const refused = Array.from({ length: 10 }, () => 401);
const from = (address: string) => ({ origin: HOME, "x-forwarded-for": address });

const breaks = async (): Promise<boolean> => {
  throw new Error("no memory");
};

const sorted = (answers: { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

test("after 10 failures an account is tried no more for 15 minutes, from wherever", async (t) => {
  const { server, org } = t.context;
  const email = await admin(server, org);
  const other = await admin(server, org, `other@${org.id}.example.com`);
  t.is((await openPage(server, from("203.0.113.1")).signIn(email)).status, 200);
  // Together, so that none has failed when the last begins.
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      openPage(server, from(`203.0.113.${index + 1}`)).signIn(email, "wrong horse battery"),
    ),
  );
  t.deepEqual(sorted(answers), [...refused, 429, 429]);
  const { status, body, headers } = await openPage(server, from("203.0.113.99")).signIn(email);
  t.is(status, 429);
  t.deepEqual(body.errors[0].extensions, { code: "RATE_LIMITED" });
  const seconds = Number(headers.get("retry-after"));
  t.true(seconds > 14 * 60 && seconds <= 15 * 60);
  t.is((await openPage(server, from("203.0.113.1")).signIn(other)).status, 200);
  // Not told by the limit either: whether there is such an account.
  const nobody = `nobody@${org.id}.example.com`;
  const unknown = await Promise.all(
    Array.from({ length: 11 }, () => openPage(server, from("203.0.113.2")).signIn(nobody)),
  );
  t.deepEqual(sorted(unknown), [...refused, 429]);
});

test("after 50 failures an address tries no account any more", async (t) => {
  const { server } = t.context;
  const throttle = createThrottle(server.services.db);
  const late: string[] = [];
  const tries = async (address: string, right: boolean): Promise<boolean> =>
    throttle(
      { account: emailKey(server.services.newId()), address, late: (at) => late.push(at) },
      async () => right,
    );
  for (let count = 0; count < 60; count += 1) t.true(await tries("2001:db8:1:2::1", true));
  for (let count = 0; count < 50; count += 1) t.false(await tries(`2001:db8:1:2::${count}`, false));
  await t.throwsAsync(tries("2001:db8:1:2::ffff", true), { message: /Too many attempts/ });
  t.is(late.length, 1);
  t.true(await tries("2001:db8:1:3::1", true));
});

test("an attempt that could not be made is no failure", async (t) => {
  const { server } = t.context;
  const throttle = createThrottle(server.services.db);
  const at = {
    account: emailKey(server.services.newId()),
    address: "203.0.113.50",
    late: () => {},
  };
  for (let count = 0; count < 11; count += 1)
    await t.throwsAsync(throttle(at, breaks), { message: "no memory" });
  t.true(await throttle(at, async () => true));
});

test.serial("34 passwords are hashed or wait to be, and no more", async (t) => {
  const { randomBytes } = t.context.server.services;
  const phc = await hashPassword(PASSWORD, randomBytes);
  const asked = await Promise.allSettled(
    Array.from({ length: 36 }, () => isPassword(PASSWORD, phc)),
  );
  const refused = asked.filter((result) => result.status === "rejected");
  t.deepEqual(
    refused.map(({ reason }) => reason.code),
    ["UNAVAILABLE", "UNAVAILABLE"],
  );
  t.true(await isPassword(PASSWORD.normalize("NFD"), phc));
});

test("where no proxy is known, what a header says is no way around the limit of an address", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.tenant();
  const email = await admin(server, org);
  const page = openPage(server, from("203.0.113.7"));
  t.is((await page.signIn(email)).status, 200);
  const { body } = await page.ask("{ sessions { address } }");
  t.deepEqual(body.data.sessions, [{ address: null }]);
  for (let batch = 0; batch < 5; batch += 1) {
    const failed = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        openPage(server, from(`198.51.100.${index}`)).signIn(`${batch}.${index}@example.com`),
      ),
    );
    t.true(failed.every(({ status }) => status === 401));
  }
  t.is((await openPage(server, from("198.51.100.99")).signIn(email)).status, 429);
  t.is((await page.ask(VIEWER)).status, 200);
});
