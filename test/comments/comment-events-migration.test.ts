import test from "ava";
import { connect } from "../../db/engine/connect.js";
import { migrations } from "../../db/migrations/index.js";
import { migrate } from "../../db/schema/migrate.js";
import { createDatabase } from "../helpers/engine/database.js";

const AT = Date.parse("2026-03-02T12:00:00.000Z");

test("migration 0055 gives comments the events that they have sent", async (t) => {
  const database = await createDatabase();
  const db = connect(database.url);
  t.teardown(async () => {
    await db.destroy();
    await database.remove();
  });
  const index = migrations.findIndex(({ name }) => name === "0055-comment-events");
  await migrate(db, migrations.slice(0, index));
  const times = { created_at: AT, updated_at: AT };
  for (const id of ["a", "b"]) {
    const owner = { organization_id: id };
    await db("organizations").insert({ id, name: id, created_at: AT });
    const user = { id: "u", email: "u", email_key: "u", name: "U", role: "rep", active: 1 };
    await db("users").insert({ ...owner, ...times, ...user });
    await db("recordings").insert({
      ...owner,
      id: "r",
      position: AT * 1000,
      updated_position: AT * 1000,
      status: "processed",
      source: "dialer",
      name: "Call",
      user_id: "u",
      started_at: AT,
      duration: 0,
      custom_fields: "{}",
      closed: 0,
    });
    for (const comment of ["c1", "c2"])
      await db("comments").insert({
        ...owner,
        id: comment,
        recording_id: "r",
        author_id: "u",
        thread_author_id: "u",
        is_private: comment === "c2" ? 1 : 0,
        text: "Well asked.",
        created_at: AT,
      });
    const sent = { ...owner, recording_id: "r", test: 0 };
    const payload = JSON.stringify({ event: "comment.created", data: { id: "c1" } });
    await db("events").insert([
      { ...sent, id: `${id}-1`, position: 1, event: "comment.created", payload },
      { ...sent, id: `${id}-2`, position: 2, event: "comment.created", payload: "" },
      { ...sent, id: `${id}-3`, position: 3, event: "recording.processed", payload },
    ]);
  }
  await migrate(db);
  t.deepEqual(
    await db("comments")
      .select("organization_id", "id", "event_id")
      .orderBy(["organization_id", "id"]),
    [
      { organization_id: "a", id: "c1", event_id: "a-1" },
      { organization_id: "a", id: "c2", event_id: null },
      { organization_id: "b", id: "c1", event_id: "b-1" },
      { organization_id: "b", id: "c2", event_id: null },
    ],
  );
});
