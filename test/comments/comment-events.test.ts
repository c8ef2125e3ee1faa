import { addComment, DELETE, REPLY } from "../helpers/comments/comments.js";
import { test } from "../helpers/own-suite.js";
import { recordStatements } from "../helpers/engine/record-statements.js";

test.serial(
  "deleting a comment erases its event and those of its replies, and reads no other",
  async (t) => {
    const { org, server } = t.context;
    const recordingId = await org.createProcessed();
    const { id } = await addComment(org, recordingId, { text: "First." });
    const input = { text: "Reply.", authorEmail: "rep@example.com" };
    await org.graphql(REPLY, { id, input });
    await addComment(org, recordingId, { text: "Second." });
    const { db } = server.services;
    const loadPayloads = async (): Promise<string[]> =>
      db("events")
        .where({ organization_id: org.id, event: "comment.created" })
        .orderBy("position")
        .pluck("payload");
    t.is((await loadPayloads()).filter((payload) => payload !== "").length, 3);
    const statements = await recordStatements(server, () => org.graphql(DELETE, { id }));
    t.true(statements.some((sql) => /update .events/i.test(sql)));
    t.deepEqual(
      statements.filter((sql) => /select.*payload.*from .events/i.test(sql)),
      [],
    );
    const left = (await loadPayloads()).filter((payload) => payload !== "");
    t.deepEqual(
      left.map((payload) => JSON.parse(payload).data.text),
      ["Second."],
    );
  },
);
