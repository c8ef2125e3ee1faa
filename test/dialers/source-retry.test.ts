import { test } from "../helpers/server/first-start-suite.js";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";

const CALL = { user_email: "ann@example.com", started_at: "2026-03-02T10:00:00Z" };

test("commands show what failed, and process refused calls again", async (t) => {
  const { program } = t.context;
  const serving = await program.serve({ DEBRIEF_FIRST_ORG: "off", DEBRIEF_ANALYZER: "external" });
  const org = await createInstalledOrganization(program);
  const tenant = tenantAt(serving, org);
  const push = async (call: object) => (await tenant.send("POST", "/v1/dialer", call)).status;
  t.is(await push({ ...CALL, call_id: "c-1" }), 400);
  t.is(await push({ ...CALL, call_id: "c-2", started_at: "now" }), 400);
  t.is(await push({ ...CALL, call_id: "c-3", transcript: "x".repeat(70_000) }), 400);
  await tenant.createUser("ann@example.com");
  t.is((await serving.stop()).code, 0);
  const inOrg = (...args: string[]) => ["source", ...args, "--org", org.id];
  const [list, unknown, none, both, retry, again, listed] = await program.runAll(
    inOrg("list"),
    inOrg("retry", "twilio"),
    inOrg("retry"),
    inOrg("retry", "key", "--all"),
    inOrg("retry", "key"),
    inOrg("retry", "--all", "--json"),
    inOrg("list", "--json"),
  );
  t.regex(
    list!.stdout,
    /^channel +last received +ingested +ignored +refused +waiting +with notices /,
  );
  t.regex(list!.stdout, /^key +\S+Z +0 +0 +3 +0 +0 +none +\S+Z [A-Z_]+ /m);
  t.is(unknown!.code, 1);
  t.is(unknown!.stderr, 'no calls from "twilio"; see: debrief source list\n');
  for (const { code, stderr } of [none!, both!]) {
    t.is(code, 2);
    t.regex(stderr, /^name a channel, or use --all/);
  }
  t.regex(retry!.stdout, /^key +c-1 +ingested\nkey +c-2 +refused +started_at /);
  t.is(retry!.stderr, "1 of 3 refused calls ingested; 1 can't be replayed\n");
  const { calls, notReplayable } = JSON.parse(again!.stdout);
  t.deepEqual(
    calls.map(({ callId, outcome }: { callId: string; outcome: string }) => [callId, outcome]),
    [["c-2", "refused"]],
  );
  t.is(notReplayable, 1);
  const [source, ...others] = JSON.parse(listed!.stdout).received;
  t.deepEqual(others, []);
  t.like(source, { channel: "key", title: "API", ingested: 1, refused: 2 });
  t.is(typeof source.lastRecording.id, "string");
});
