import anyTest, { type TestFn } from "ava";
import type { Tenant, TestServer } from "./server.js";

/** One server for the file, and an organization of its own, with a user, for each test. */
export const suiteOf = (
  start: () => Promise<TestServer>,
): TestFn<{ server: TestServer; org: Tenant }> => {
  const test = anyTest as TestFn<{ server: TestServer; org: Tenant }>;
  let server: TestServer;

  test.before(async () => {
    server = await start();
  });

  test.beforeEach(async (t) => {
    const org = await server.tenant();
    await org.user();
    t.context = { server, org };
  });

  test.after.always(async () => {
    await server?.stop();
  });
  return test;
};
