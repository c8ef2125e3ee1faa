import { createNamedKey } from "../helpers/sign-in/named-keys.js";
import { recordStatements } from "../helpers/engine/record-statements.js";
import { uploadForm } from "../helpers/recordings/media.js";
import type { Tenant } from "../helpers/server.js";
import type { TestResponse } from "../helpers/tenant.js";
import { test } from "../helpers/own-suite.js";

const START = "2026-03-02T10:00:00Z";

/** Creates a team with one user, a user outside of it, and a key of the team. */
const createTeamKey = async (org: Tenant): Promise<{ own: string; other: string; key: string }> => {
  const own = await org.createUser("own@example.com", { extensions: ["301"] });
  const other = await org.createUser("other@example.com", { extensions: ["302"] });
  const { upsertTeam } = await org.graphql(
    `mutation { upsertTeam(input: { name: "North", members: [{ email: "${own}" }] }) { id } }`,
  );
  const scopes = ["read", "ingest"];
  return { own, other, key: (await createNamedKey(org, { scopes, teamIds: [upsertTeam.id] })).key };
};

test.serial(
  "a key of a team can't match a call to an appointment that it doesn't see",
  async (t) => {
    const { org } = t.context;
    const { own, other, key } = await createTeamKey(org);
    const appointment = { event_id: "theirs", user_email: other, start_time: START };
    await org.send("POST", "/v1/scheduled-tasks", appointment);
    const send = async (event_id: string): Promise<TestResponse> => {
      const call = { call_id: `call ${event_id}`, user_email: own, started_at: START, event_id };
      return org.send("POST", "/v1/dialer", call, { "x-api-key": key });
    };
    t.is((await send("nobody's")).status, 200);
    t.like(await send("theirs"), { status: 409, body: { code: "CONFLICT", field: "event_id" } });
    const { body } = await org.get("/v1/scheduled-tasks/theirs");
    t.is(body.appointment.recordingId, null);
  },
);

test.serial("a key of a team learns nothing of calls that wait for a user", async (t) => {
  const { server, org } = t.context;
  const { key } = await createTeamKey(org);
  const waiting = { call_id: "waiting", extension: "999", started_at: START };
  t.like((await org.send("POST", "/v1/dialer", waiting)).body, { code: "USER_NOT_FOUND" });
  const upload = async (call_id: string): Promise<object> => {
    const fields = { call_id, user_email: undefined };
    const { status, body } = await uploadForm(server, { apiKey: key }, fields);
    return { status, body };
  };
  const answer = await upload("waiting");
  t.like(answer, { status: 400, body: { code: "MISSING_REQUIRED_FIELD", field: "user_email" } });
  t.deepEqual(answer, await upload("absent"));
});

test.serial("an extension of others costs a key of a team the same as none", async (t) => {
  const { server, org } = t.context;
  const { key } = await createTeamKey(org);
  const send = (extension: string) => async () => {
    const call = { call_id: "c", extension, started_at: START };
    const { status, text } = await org.send("POST", "/v1/dialer", call, { "x-api-key": key });
    return { status, text };
  };
  t.deepEqual(await send("302")(), await send("999")());
  const theirs = await recordStatements(server, send("302"));
  t.true(theirs.length > 2);
  t.deepEqual(theirs, await recordStatements(server, send("999")));
});
