import anyTest, { type TestFn } from "ava";
import type { Courier } from "../../graph/context.js";
import { startServer, type Tenant, type TestServer } from "./server.js";

/** A server where nobody sends: every delivery stays as it was written. */
export const startStill = async (): Promise<TestServer> => {
  const server = await startServer();
  const courier: Courier & { stop?: () => Promise<void> } = server.services.courier;
  await courier.stop?.();
  return server;
};

/** The suite of such a server. */
export const test = anyTest as TestFn<{ server: TestServer; org: Tenant }>;

let server: TestServer;

test.before(async () => {
  server = await startStill();
});

test.beforeEach(async (t) => {
  const org = await server.tenant();
  await org.user();
  t.context = { server, org };
});

test.after.always(async () => {
  await server?.stop();
});
