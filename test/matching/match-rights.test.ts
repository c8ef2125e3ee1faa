import {
  addMinutes,
  ingestCallAt,
  linkAppointment,
  loadMatch,
} from "../helpers/matching/matches.js";
import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import type { ConsoleSession } from "../helpers/sign-in/console-session.js";
import { createTeam } from "../helpers/sign-in/team.js";
import type { SharedServer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const CANDIDATES = `query ($id: ID!) { recording(id: $id) { matchCandidates { eventId recordingId } } }`;
const LINK = `mutation ($id: ID!, $eventId: String!) {
  linkAppointment(recordingId: $id, eventId: $eventId) { match { eventId method } } }`;
const UNLINK = `mutation ($id: ID!) { unlinkAppointment(recordingId: $id) { match { eventId } } }`;

/** A day before the calls, so that no window matches. In minutes. */
const EARLIER = -24 * 60;

const createAppointments = async (server: SharedServer, org: Tenant) => {
  const team = await createTeam(server, org);
  const { rep, other } = team.emails;
  const start_time = addMinutes(EARLIER);
  await pushAppointment(org, { event_id: "led", user_email: rep, start_time });
  await pushAppointment(org, { event_id: "foreign", user_email: other, start_time });
  return {
    ...team,
    call: await ingestCallAt(org, 0, { user_email: rep }),
    foreignCall: await ingestCallAt(org, 0, { user_email: other }),
    hiddenCall: await ingestCallAt(org, 0, { user_email: rep, consent: "refused" }),
  };
};

const ask = async (page: ConsoleSession, query: string, variables: object) => {
  const { data, errors } = (await page.query(query, variables)).body;
  return errors ? [errors[0].extensions.code, errors[0].message] : Object.values(data)[0];
};

test("a manager links and unlinks a call and an appointment of the team", async (t) => {
  const { server, org } = t.context;
  const { lead, emails, call: id } = await createAppointments(server, org);
  t.deepEqual(await ask(lead, CANDIDATES, { id }), {
    matchCandidates: [{ eventId: "led", recordingId: null }],
  });
  t.deepEqual(await ask(lead, LINK, { id, eventId: "led" }), {
    match: { eventId: "led", method: "manual" },
  });
  t.deepEqual(await ask(lead, UNLINK, { id }), { match: null });
  // Programs link all day: only what people do is in the audit log.
  await org.graphql(LINK, { id, eventId: "led" });
  const { auditLog } = await org.graphql(
    `{ auditLog(filter: { subject: "${id}" }) { nodes { action email recording { id } } } }`,
  );
  const by = { email: emails.lead, recording: { id } };
  t.deepEqual(auditLog.nodes, [
    { action: "match.unlinked", ...by },
    { action: "match.linked", ...by },
  ]);
});

test("a rep links and unlinks nothing", async (t) => {
  const { server, org } = t.context;
  const { rep, call: id } = await createAppointments(server, org);
  for (const [query, variables] of [
    [CANDIDATES, { id }],
    [LINK, { id, eventId: "led" }],
    [UNLINK, { id }],
  ] as const) {
    const refused = await ask(rep, query, variables);
    t.is((refused as string[])[0], "FORBIDDEN");
  }
  t.is(await loadMatch(org, id), null);
});

test("calls and appointments outside the manager's scope are answered like unknown ones", async (t) => {
  const { server, org } = t.context;
  const { lead, call, foreignCall, hiddenCall } = await createAppointments(server, org);
  for (const id of [foreignCall, hiddenCall]) {
    const link = { eventId: "led" };
    t.deepEqual(
      await ask(lead, LINK, { id, ...link }),
      await ask(lead, LINK, { id: UNKNOWN, ...link }),
    );
    t.deepEqual(await ask(lead, UNLINK, { id }), await ask(lead, UNLINK, { id: UNKNOWN }));
    t.is(await ask(lead, CANDIDATES, { id }), null);
  }
  const unknown = await ask(lead, LINK, { id: call, eventId: "unknown" });
  t.is((unknown as string[])[0], "NOT_FOUND");
  t.deepEqual(await ask(lead, LINK, { id: call, eventId: "foreign" }), unknown);
});

test("a manager doesn't remove a match whose other side they don't see", async (t) => {
  const { server, org } = t.context;
  const { lead, call, foreignCall } = await createAppointments(server, org);
  await linkAppointment(org, foreignCall, "led");
  t.deepEqual(await ask(lead, LINK, { id: call, eventId: "led" }), [
    "CONFLICT",
    "An admin has to link these two: one of them has a match that you don't see",
  ]);
  t.deepEqual(await ask(lead, CANDIDATES, { id: call }), {
    matchCandidates: [{ eventId: "led", recordingId: null }],
  });
  const unmatched = await ask(lead, UNLINK, { id: call });
  t.is((unmatched as string[])[0], "CONFLICT");
  t.is(await loadMatch(org, foreignCall), "led manual");

  // "led" has no match from here on.
  await linkAppointment(org, foreignCall, "foreign");
  await linkAppointment(org, call, "foreign");
  t.deepEqual(await ask(lead, UNLINK, { id: call }), unmatched);
  t.deepEqual(await ask(lead, LINK, { id: call, eventId: "led" }), [
    "CONFLICT",
    "An admin has to link these two: one of them has a match that you don't see",
  ]);
  t.is(await loadMatch(org, call), "foreign manual");
});
