import { setTimeout } from "node:timers/promises";
import { test } from "../helpers/server/first-start-suite.js";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";

const LIST = "{ recordings(filter: { status: received }) { nodes { user { email } } } }";

test("a running server makes recordings of calls that waited, and so does the next start", async (t) => {
  const { program } = t.context;
  const env = { DEBRIEF_FIRST_ORG: "off", DEBRIEF_ANALYZER: "external" };
  let serving = await program.serve(env);
  const org = await createInstalledOrganization(program);
  const tenant = () => tenantAt(serving, org);
  await tenant().createUser("ann@example.com");
  const push = async (call_id: string, extension: string) =>
    tenant().send("POST", "/v1/dialer", {
      call_id,
      extension,
      started_at: "2026-03-02T10:00:00Z",
    });
  const countRecordings = async (count: number): Promise<number> => {
    for (;;) {
      const { recordings } = await tenant().graphql(LIST);
      if (recordings.nodes.length >= count) return recordings.nodes.length;
      await setTimeout(50);
    }
  };
  t.is((await push("c-1", "204")).status, 400);
  t.is((await push("c-2", "205")).status, 400);
  const inOrg = (...args: string[]) => ["number", ...args, "--org", org.id];
  const { stdout } = await program.run(inOrg("list"));
  t.regex(stdout, /^extension +"204" +1 waiting /m);
  await tenant().graphql(
    `mutation { mapNumber(kind: extension, number: "204", userEmail: "ann@example.com") { email } }`,
  );
  t.is(await countRecordings(1), 1);
  const unknown = await program.run(inOrg("map", "extension", "205", "nobody@example.com"));
  t.is(unknown.code, 1);
  t.regex(
    unknown.stderr,
    /^nobody@example\.com is not the email of a user; debrief user list shows/,
  );
  // No server runs while the command line maps the other one.
  t.is((await serving.stop()).code, 0);
  const map = inOrg("map", "extension", "205", "ann@example.com");
  t.deepEqual(await program.run(map), {
    code: 0,
    stdout: "ann@example.com  204  205\n",
    stderr: "",
  });
  serving = await program.serve(env);
  t.is(await countRecordings(2), 2);
  t.is((await program.run(inOrg("list", "--json"))).stdout, '{"unmappedNumbers":[]}\n');
  t.is((await program.run(inOrg("country", "DE"))).stdout, "DE\n");
  t.regex((await program.run(inOrg("country", "Germany"))).stderr, /country must be a code/);
  t.is((await serving.stop()).code, 0);
});
