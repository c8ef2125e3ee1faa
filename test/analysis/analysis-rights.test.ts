import type { ConsoleSession } from "../helpers/sign-in/console-session.js";
import { createTeam } from "../helpers/sign-in/team.js";
import { test } from "../helpers/suite.js";

const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const transcript = [{ speaker: "Rep", role: "rep", text: "Hello", start: 0, end: 1_000 }];
const COMPLETE = `mutation ($id: ID!) {
  completeAnalysis(recordingId: $id, input: { summary: "Another summary." }) { id } }`;
const CAN_REANALYZE = "query ($id: ID!) { recording(id: $id) { canReanalyze } }";
const REANALYZE = `mutation ($id: ID!) { reanalyze(recordingId: $id, replaceEdited: true) { id } }`;
const RESTORE = `mutation ($id: ID!) { restoreAnalysis(recordingId: $id, version: 1) { summary } }`;

const ask = async (page: ConsoleSession, query: string, id: string) => {
  const { data, errors } = (await page.query(query, { id })).body;
  return errors ? [errors[0].extensions.code, errors[0].message] : Object.values(data)[0];
};

test("a manager has a call of the team analysed again, and restores an analysis", async (t) => {
  const { server, org } = t.context;
  const { lead, rep, emails } = await createTeam(server, org);
  const id = await org.createProcessed({ user_email: emails.rep, transcript });
  await org.graphql(COMPLETE, { id });
  t.deepEqual(Object.keys((await ask(lead, CAN_REANALYZE, id)) as object), ["canReanalyze"]);
  t.deepEqual(await ask(lead, REANALYZE, id), { id });
  t.deepEqual(await ask(lead, RESTORE, id), { summary: "A summary." });
  const { auditLog } = await org.graphql(
    `{ auditLog(filter: { subject: "${id}" }) { nodes { action email detail recording { id } } } }`,
  );
  const by = { email: emails.lead, recording: { id } };
  t.deepEqual(auditLog.nodes, [
    { action: "analysis.restored", ...by, detail: "version_1" },
    { action: "analysis.requested", ...by, detail: null },
  ]);
  for (const query of [CAN_REANALYZE, REANALYZE, RESTORE])
    t.is(((await ask(rep, query, id)) as string[])[0], "FORBIDDEN", query);
});

test("calls that a manager doesn't see are answered like unknown ones", async (t) => {
  const { server, org } = t.context;
  const { lead, emails } = await createTeam(server, org);
  const foreign = await org.createProcessed({ user_email: emails.other, transcript });
  await org.graphql(COMPLETE, { id: foreign });
  const hidden = await org.ingestCall({ user_email: emails.rep, transcript, consent: "refused" });
  for (const id of [foreign, hidden])
    for (const query of [CAN_REANALYZE, REANALYZE, RESTORE])
      t.deepEqual(await ask(lead, query, id), await ask(lead, query, UNKNOWN), query);
  t.is(((await ask(lead, REANALYZE, UNKNOWN)) as string[])[0], "NOT_FOUND");
});
