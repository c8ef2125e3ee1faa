import type { ConsoleSession } from "../helpers/sign-in/console-session.js";
import { createTeam } from "../helpers/sign-in/team.js";
import { test } from "../helpers/suite.js";

const UNKNOWN = "00000000-0000-7000-8000-000000000000";
const FIRST = { speaker: "Rep", role: "rep", text: "Do you want a rufe?", start: 0, end: 1_000 };
const transcript = [
  FIRST,
  { speaker: "Client", role: "client", text: "Yes, please.", start: 1_000, end: 4_000 },
];

/** Changes of a transcript, in an order in which each has something to change. */
const CHANGES: ((id: string) => string)[] = [
  (id) =>
    `correctUtterance(recordingId: "${id}", index: 0, expectedText: "${FIRST.text}", text: "A roof?")`,
  (id) => `swapSides(recordingId: "${id}")`,
  (id) =>
    `assignSpeaker(recordingId: "${id}", speaker: "rep", currentRole: rep, role: other, lines: [1], name: "Pat")`,
  (id) => `undoTranscriptCorrections(recordingId: "${id}")`,
];

const SHOWN = "transcript { role text } transcriptCorrectedBy";

const change = async (page: ConsoleSession, mutation: string) => {
  const { data, errors } = (await page.query(`mutation { changed: ${mutation} { ${SHOWN} } }`))
    .body;
  return errors ? [errors[0].extensions.code, errors[0].message] : data.changed;
};

const list = (roles: string[], texts: string[]) =>
  roles.map((role, index) => ({ role, text: texts[index] }));

const CORRECTED = ["A roof?", "Yes, please."];

for (const person of ["lead", "rep", "admin"] as const)
  test(`corrects the transcript of a call, and the audit log names the user: ${person}`, async (t) => {
    const { server, org } = t.context;
    const team = await createTeam(server, org);
    const id = await org.createProcessed({ user_email: team.emails.rep, transcript });
    const answers = [];
    for (const mutation of CHANGES) answers.push(await change(team[person], mutation(id)));
    const by = { transcriptCorrectedBy: person };
    t.deepEqual(answers, [
      { transcript: list(["rep", "client"], CORRECTED), ...by },
      { transcript: list(["client", "rep"], CORRECTED), ...by },
      { transcript: list(["client", "other"], CORRECTED), ...by },
      {
        transcript: list(
          ["rep", "client"],
          transcript.map(({ text }) => text),
        ),
        transcriptCorrectedBy: null,
      },
    ]);
    const { auditLog } = await org.graphql(
      `{ auditLog(filter: { subject: "${id}" }) { nodes { action email } } }`,
    );
    const email = `${person}-${org.id}@example.com`;
    t.deepEqual(auditLog.nodes, [
      { action: "transcript.restored", email },
      ...[1, 2, 3].map(() => ({ action: "transcript.corrected", email })),
    ]);
  });

test("a call that a manager or rep doesn't see can't be corrected, like an unknown one", async (t) => {
  const { server, org } = t.context;
  const team = await createTeam(server, org);
  const { lead, rep, other } = team.emails;
  const createCall = async (email: string) =>
    org.createProcessed({ user_email: email, transcript });
  const ofRep = await createCall(rep);
  const ofLead = await createCall(lead);
  const ofOther = await createCall(other);
  const hidden = await org.ingestCall({ user_email: rep, transcript, consent: "refused" });
  for (const mutation of CHANGES) {
    const absent = await change(team.rep, mutation(UNKNOWN));
    t.is(absent[0], "NOT_FOUND");
    for (const [page, ids] of [
      [team.lead, [ofOther, hidden]],
      [team.rep, [ofLead, ofOther, hidden]],
      [team.other, [ofRep, ofLead, hidden]],
    ] as const)
      for (const id of ids) t.deepEqual(await change(page, mutation(id)), absent, mutation(id));
    t.is((await change(team.admin, mutation(hidden)))[0], "CONFLICT");
  }
  for (const id of [ofLead, ofOther])
    t.deepEqual(
      (await org.graphql(`{ recording(id: "${id}") { transcript { text } } }`)).recording
        .transcript,
      transcript.map(({ text }) => ({ text })),
    );
});
