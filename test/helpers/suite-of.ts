import anyTest, { type TestFn } from "ava";
import type { SharedServer, Tenant, TestServer } from "./server.js";

/** One server for the process, and an organization of its own, with a user, for each test. */
export const suiteOf = <S extends SharedServer = SharedServer>(
  start: () => Promise<S & TestServer>,
): TestFn<{ server: S; org: Tenant }> => {
  const test = anyTest as TestFn<{ server: S; org: Tenant }>;
  let server: S & TestServer;

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
