import { setImmediate } from "node:timers/promises";
import { buildEmailKey } from "../../db/people/users.js";
import { hashPassword, verifyPassword } from "../../graph/sign-in/passwords.js";
import { createSignInThrottle } from "../../src/console/sign-in-throttle.js";
import { createAdmin, createConsoleSession, PASSWORD, VIEWER } from "../helpers/console-session.js";
import { startServer, type TestServer } from "../helpers/server.js";
import { createSuite } from "../helpers/create-suite.js";

const test = createSuite<TestServer>(() => startServer({ trustProxy: 1 }));

const HOME = "https://debrief.example.com";
const refused = Array.from({ length: 10 }, () => 401);
const from = (address: string) => ({ origin: HOME, "x-forwarded-for": address });

const throwError = async (): Promise<boolean> => {
  throw new Error("no memory");
};

const sortStatuses = (answers: { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

test("10 failures block an account for 15 minutes, from every address", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const other = await createAdmin(server, org, `other@${org.id}.example.com`);
  t.is((await createConsoleSession(server, from("203.0.113.1")).signIn(email)).status, 200);
  // In parallel, so that none has failed before the last one starts.
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      createConsoleSession(server, from(`203.0.113.${index + 1}`)).signIn(
        email,
        "wrong horse battery",
      ),
    ),
  );
  t.deepEqual(sortStatuses(answers), [...refused, 429, 429]);
  const { status, body, headers } = await createConsoleSession(server, from("203.0.113.99")).signIn(
    email,
  );
  t.is(status, 429);
  t.deepEqual(body.errors[0].extensions, { code: "RATE_LIMITED" });
  const seconds = Number(headers.get("retry-after"));
  t.true(seconds > 14 * 60 && seconds <= 15 * 60);
  t.is((await createConsoleSession(server, from("203.0.113.1")).signIn(other)).status, 200);
  // The limit doesn't reveal whether an account exists.
  const unknownEmail = `nobody@${org.id}.example.com`;
  const unknown = await Promise.all(
    Array.from({ length: 11 }, () =>
      createConsoleSession(server, from("203.0.113.2")).signIn(unknownEmail),
    ),
  );
  t.deepEqual(sortStatuses(unknown), [...refused, 429]);
});

test("50 failures block an address for every account", async (t) => {
  const { server } = t.context;
  const throttle = createSignInThrottle(server.services.db);
  const retryAfters: string[] = [];
  const attempt = async (address: string, isCorrect: boolean): Promise<boolean> =>
    throttle(
      {
        account: buildEmailKey(server.services.newId()),
        address,
        onRefused: (seconds) => retryAfters.push(seconds),
      },
      async () => isCorrect,
    );
  for (let count = 0; count < 60; count += 1) t.true(await attempt("2001:db8:1:2::1", true));
  for (let count = 0; count < 50; count += 1)
    t.false(await attempt(`2001:db8:1:2::${count}`, false));
  await t.throwsAsync(attempt("2001:db8:1:2::ffff", true), { message: /Too many attempts/ });
  t.is(retryAfters.length, 1);
  t.true(await attempt("2001:db8:1:3::1", true));
});

test("an attempt that throws doesn't count as a failure", async (t) => {
  const { server } = t.context;
  const throttle = createSignInThrottle(server.services.db);
  const caller = {
    account: buildEmailKey(server.services.newId()),
    address: "203.0.113.50",
    onRefused: () => {},
  };
  for (let count = 0; count < 11; count += 1)
    await t.throwsAsync(throttle(caller, throwError), { message: "no memory" });
  t.true(await throttle(caller, async () => true));
});

test.serial("at most 34 passwords are being hashed or queued", async (t) => {
  const { randomBytes } = t.context.server.services;
  const phc = await hashPassword(PASSWORD, randomBytes);
  // The slot of a hash is free a moment after its result.
  await setImmediate();
  const results = await Promise.allSettled(
    Array.from({ length: 36 }, () => verifyPassword(PASSWORD, phc)),
  );
  const refused = results.filter((result) => result.status === "rejected");
  t.deepEqual(
    refused.map(({ reason }) => reason.code),
    ["UNAVAILABLE", "UNAVAILABLE"],
  );
  t.true(await verifyPassword(PASSWORD.normalize("NFD"), phc));
});

test("without a trusted proxy, a forwarded header doesn't bypass the address limit", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  const email = await createAdmin(server, org);
  const page = createConsoleSession(server, from("203.0.113.7"));
  t.is((await page.signIn(email)).status, 200);
  const { body } = await page.query("{ sessions { ipAddress } }");
  t.deepEqual(body.data.sessions, [{ ipAddress: null }]);
  for (let batch = 0; batch < 5; batch += 1) {
    const failed = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        createConsoleSession(server, from(`198.51.100.${index}`)).signIn(
          `${batch}.${index}@example.com`,
        ),
      ),
    );
    t.true(failed.every(({ status }) => status === 401));
  }
  t.is((await createConsoleSession(server, from("198.51.100.99")).signIn(email)).status, 429);
  t.is((await page.query(VIEWER)).status, 200);
});
