import anyTest, { type TestFn } from "ava";
import type { SharedServer } from "./server.js";
import type { RemoteServer, Tenant } from "./tenant.js";

let isSuiteCreated = false;

/** Creates a suite with one server per process, and an organization with a user per test. */
export const createSuite = <S extends RemoteServer = SharedServer>(
  start: () => Promise<S & { stop: () => Promise<void> }>,
): TestFn<{ server: S; org: Tenant }> => {
  // Two suites would both set each test's server, in random order.
  if (isSuiteCreated) throw new Error("two suites are imported");
  isSuiteCreated = true;
  const test = anyTest as TestFn<{ server: S; org: Tenant }>;
  let server: S & { stop: () => Promise<void> };

  test.before(async () => {
    server = await start();
  });

  test.beforeEach(async (t) => {
    const org = await server.createTenant();
    await org.createUser();
    t.context = { server, org };
  });

  test.after.always(async () => {
    await server?.stop();
  });
  return test;
};
