import { setImmediate } from "node:timers/promises";
import { buildEmailKey } from "../../db/people/users.js";
import { hashPassword, verifyPassword } from "../../graph/sign-in/passwords.js";
import { createSignInThrottle, type SignInCaller } from "../../src/api/console/sign-in-throttle.js";
import {
  createAdmin,
  createConsoleSession,
  PASSWORD,
  VIEWER,
} from "../helpers/sign-in/console-session.js";
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

const failFrom = async (
  server: TestServer,
  email: string,
  addresses: readonly string[],
): Promise<number[]> =>
  sortStatuses(
    await Promise.all(
      addresses.map((address) =>
        createConsoleSession(server, from(address)).signIn(email, "wrong horse battery"),
      ),
    ),
  );

test.serial("10 failures block an account from their address for 15 minutes", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const other = await createAdmin(server, org, `other@${org.id}.example.com`);
  // In parallel, so that none has failed before the last one starts.
  const same = Array.from({ length: 12 }, () => "203.0.113.1");
  t.deepEqual(await failFrom(server, email, same), [...refused, 429, 429]);
  const { status, body, headers } = await createConsoleSession(server, from("203.0.113.1")).signIn(
    email,
  );
  t.is(status, 429);
  t.deepEqual(body.errors[0].extensions, { code: "RATE_LIMITED" });
  const seconds = Number(headers.get("retry-after"));
  t.true(seconds > 14 * 60 && seconds <= 15 * 60);
  t.is((await createConsoleSession(server, from("203.0.113.1")).signIn(other)).status, 200);
  t.is((await createConsoleSession(server, from("203.0.113.99")).signIn(email)).status, 200);
  // The limit doesn't reveal whether an account exists.
  const unknownEmail = `nobody@${org.id}.example.com`;
  const unknown = Array.from({ length: 11 }, () => "203.0.113.2");
  t.deepEqual(await failFrom(server, unknownEmail, unknown), [...refused, 429]);
});

test.serial("failures elsewhere never lock a device out that signed in before", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const home = from("203.0.113.10");
  const device = createConsoleSession(server, home);
  t.is((await device.signIn(email)).status, 200);
  device.cookie = undefined;
  const same = Array.from({ length: 12 }, () => "203.0.113.10");
  t.deepEqual(await failFrom(server, email, same), [...refused, 429, 429]);
  t.is((await createConsoleSession(server, home).signIn(email)).status, 429);
  t.is((await device.signIn(email)).status, 200);
});

test.serial(
  "the token of a device belongs to one account, and a new password ends it",
  async (t) => {
    const { server, org } = t.context;
    const email = await createAdmin(server, org);
    const other = await createAdmin(server, org, `other@${org.id}.example.com`);
    const home = from("203.0.113.20");
    const device = createConsoleSession(server, home);
    await device.signIn(email);
    const [[name, cookie]] = [...device.deviceCookies] as [[string, string]];
    const same = Array.from({ length: 10 }, () => "203.0.113.20");
    await failFrom(server, email, same);
    await failFrom(server, other, same);

    const stranger = createConsoleSession(server, home);
    const otherName = (
      await createConsoleSession(server, from("203.0.113.21")).signIn(other)
    ).headers
      .getSetCookie()[1]!
      .split("=")[0]!;
    stranger.deviceCookies.set(otherName, `${otherName}=${cookie.slice(name.length + 1)}`);
    t.is((await stranger.signIn(other)).status, 429, "the token of another account");
    stranger.deviceCookies.set(name, `${cookie.slice(0, -4)}AAAA`);
    t.is((await stranger.signIn(email)).status, 429, "a changed token");

    const newPassword = "battery staple correct";
    const change =
      "mutation ($old: String!, $new: String!) { changePassword(current: $old, new: $new) }";
    const changed = await device.query(change, { old: PASSWORD, new: newPassword });
    t.true(changed.body.data.changePassword);
    const old = createConsoleSession(server, home);
    old.deviceCookies.set(name, cookie);
    t.is((await old.signIn(email, newPassword)).status, 429, "a token from before the change");
    t.is((await device.signIn(email, newPassword)).status, 200, "the device of the change");
  },
);

test.serial("a device has ten failures of its own", async (t) => {
  const { server, org } = t.context;
  const email = await createAdmin(server, org);
  const device = createConsoleSession(server, from("203.0.113.30"));
  await device.signIn(email);
  const failures = await Promise.all(
    Array.from({ length: 11 }, () => device.signIn(email, "wrong horse battery")),
  );
  t.deepEqual(sortStatuses(failures), [...refused, 429]);
  t.is((await device.signIn(email)).status, 429);
  t.is((await createConsoleSession(server, from("203.0.113.30")).signIn(email)).status, 200);
});

/** Returns a function that attempts a sign-in at a throttle, without a password. */
const createAttempts = (server: TestServer) => {
  const throttle = createSignInThrottle(server.services.db);
  const retryAfters: string[] = [];
  const attempt = async (
    caller: Partial<SignInCaller> & { address: string },
    isCorrect: boolean,
  ): Promise<boolean> =>
    throttle(
      {
        account: buildEmailKey(server.services.newId()),
        deviceId: undefined,
        isAddressShared: false,
        onRefused: (seconds) => retryAfters.push(seconds),
        ...caller,
      },
      async () => isCorrect,
    );
  return { attempt, retryAfters };
};

test("distributed guessing uses up an account's attempts by unknown devices only", async (t) => {
  const { attempt } = createAttempts(t.context.server);
  const account = buildEmailKey(t.context.server.services.newId());
  for (let count = 0; count < 100; count += 1)
    t.false(await attempt({ account, address: `203.0.114.${count}` }, false));
  await t.throwsAsync(attempt({ account, address: "203.0.114.200" }, true), {
    message: /Too many attempts/,
  });
  t.true(await attempt({ account, address: "203.0.114.200", deviceId: "known" }, true));
});

test("refused attempts from one address leave the account's attempts to others", async (t) => {
  const { attempt } = createAttempts(t.context.server);
  const account = buildEmailKey(t.context.server.services.newId());
  for (let count = 0; count < 200; count += 1)
    await attempt({ account, address: "203.0.115.1" }, false).catch(() => {});
  t.true(await attempt({ account, address: "203.0.115.2" }, true));
});

test("50 failures block no account behind a proxy whose callers have no address", async (t) => {
  const { attempt } = createAttempts(t.context.server);
  const proxy = { address: "10.0.0.1", isAddressShared: true };
  for (let count = 0; count < 100; count += 1) t.false(await attempt(proxy, false));
  t.true(await attempt(proxy, true));
  for (let count = 0; count < 400; count += 1) t.false(await attempt(proxy, false));
  await t.throwsAsync(attempt(proxy, true), { message: /Too many attempts/ });
  t.true(await attempt({ ...proxy, deviceId: "known behind the proxy" }, true));
});

test("50 failures block an address for every account", async (t) => {
  const { attempt, retryAfters } = createAttempts(t.context.server);
  for (let count = 0; count < 60; count += 1)
    t.true(await attempt({ address: "2001:db8:1:2::1" }, true));
  for (let count = 0; count < 50; count += 1)
    t.false(await attempt({ address: `2001:db8:1:2::${count}` }, false));
  await t.throwsAsync(attempt({ address: "2001:db8:1:2::ffff" }, true), {
    message: /Too many attempts/,
  });
  t.is(retryAfters.length, 1);
  t.true(await attempt({ address: "2001:db8:1:3::1" }, true));
});

test("an attempt that throws doesn't count as a failure", async (t) => {
  const { server } = t.context;
  const throttle = createSignInThrottle(server.services.db);
  const caller = {
    account: buildEmailKey(server.services.newId()),
    deviceId: undefined,
    address: "203.0.113.50",
    isAddressShared: false,
    onRefused: () => {},
  };
  for (let count = 0; count < 11; count += 1)
    await t.throwsAsync(throttle(caller, throwError), { message: "no memory" });
  t.true(await throttle(caller, async () => true));
});

const countRefused = (results: PromiseSettledResult<boolean>[]): number =>
  results.filter((result) => result.status === "rejected" && result.reason.code === "UNAVAILABLE")
    .length;

test.serial(
  "hashes of one address wait in a queue of their own, and visitors' are few",
  async (t) => {
    const { randomBytes } = t.context.server.services;
    const phc = await hashPassword(PASSWORD, randomBytes);
    // The slot of a hash is free a moment after its result.
    await setImmediate();
    const ended: string[] = [];
    const verify = async (key: string, isTrusted = false): Promise<boolean> => {
      const isCorrect = await verifyPassword(PASSWORD, phc, { key, isTrusted });
      ended.push(key);
      return isCorrect;
    };
    const attacker = Promise.allSettled(Array.from({ length: 20 }, () => verify("attacker")));
    const device = verify("device", true);
    const others = Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => verify(`other ${index}`)),
    );
    t.true(await device);
    // In one queue, 17 would be before it. On a busy machine, others may overtake it.
    t.true(ended.filter((key) => key === "attacker").length <= 3, ended.join(", "));
    // One runs and 16 wait; the device and 16 others make 34.
    t.is(countRefused(await attacker), 3);
    t.is(countRefused(await others), 4);
    t.true(await verifyPassword(PASSWORD.normalize("NFD"), phc));
  },
);

test.serial("without a trusted proxy, a forwarded header doesn't bypass the limits", async (t) => {
  const server = await startServer();
  t.teardown(server.stop);
  const org = await server.createTenant();
  const email = await createAdmin(server, org);
  const page = createConsoleSession(server, from("203.0.113.7"));
  t.is((await page.signIn(email)).status, 200);
  const { body } = await page.query("{ sessions { ipAddress } }");
  t.deepEqual(body.data.sessions, [{ ipAddress: null }]);
  const elsewhere = Array.from({ length: 12 }, (_, index) => `198.51.100.${index}`);
  t.deepEqual(await failFrom(server, email, elsewhere), [...refused, 429, 429]);
  t.is((await createConsoleSession(server, from("198.51.100.99")).signIn(email)).status, 429);
  t.is((await page.query(VIEWER)).status, 200);
  page.cookie = undefined;
  t.is((await page.signIn(email)).status, 200);
});
