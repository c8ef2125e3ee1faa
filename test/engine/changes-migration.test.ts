import test from "ava";
import { connect } from "../../db/engine/connect.js";
import { migrate } from "../../db/schema/migrate.js";
import { migrations } from "../../db/migrations/index.js";
import { createDatabase } from "../helpers/engine/database.js";

const AT = Date.parse("2026-03-02T12:00:00.000Z");

test("migration 0006 gives recordings and events unique positions in time order", async (t) => {
  const database = await createDatabase();
  const db = connect(database.url);
  t.teardown(async () => {
    await db.destroy();
    await database.remove();
  });
  await migrate(db, migrations.slice(0, 5));
  const times = { created_at: AT, updated_at: AT };
  for (const id of ["a", "b"]) {
    const owner = { organization_id: id };
    await db("organizations").insert({ id, name: id, created_at: AT });
    const user = { id: "u", email: "u", email_key: "u", name: "U", role: "rep", active: 1 };
    await db("users").insert({ ...owner, ...times, ...user });
    const recordings = Array.from({ length: 2_500 }, (_, index) => ({
      ...owner,
      id: `r${String(index).padStart(4, "0")}`,
      position: AT * 1000 + index,
      // 2,000 recordings share one millisecond, which has only 1,000 positions; the rest follow 1
      // ms later.
      updated_at: AT + (index < 2_000 ? 0 : 1),
      processed_at: index % 2 === 0 ? AT : null,
      status: index % 2 === 0 ? "processed" : "received",
      source: "dialer",
      name: "Call",
      user_id: "u",
      started_at: AT,
      duration: 0,
      custom_fields: "{}",
      closed: 0,
    }));
    await db.batchInsert("recordings", recordings, 500);
    for (const event of ["e1", "e2"])
      await db("events").insert({
        ...owner,
        id: event,
        event: "recording.processed",
        payload: "{}",
        test: 0,
        created_at: AT + 60_000,
      });
  }
  t.true((await migrate(db)).includes("0006-changes"));
  for (const id of ["a", "b"]) {
    const rows = await db("recordings").where("organization_id", id).orderBy("updated_position");
    t.deepEqual(
      rows.map((row) => row.updated_position),
      rows.map((_, index) => AT * 1000 + index),
    );
    t.deepEqual(
      rows.map((row) => row.id),
      rows.map((_, index) => `r${String(index).padStart(4, "0")}`),
    );
    const processed = rows.flatMap((row) => row.processed_position ?? []);
    t.deepEqual(processed.length, 1_250);
    t.is(new Set(processed).size, 1_250);
    const events = await db("events")
      .where("organization_id", id)
      .orderBy("position")
      .pluck("position");
    const last = (AT + 60_000) * 1000;
    t.deepEqual(events, [last, last + 1]);
    t.is((await db("organizations").where({ id }).first("last_position")).last_position, last + 1);
  }
});
