import test from "ava";
import { connect } from "../../db/engine/connect.js";
import { migrate } from "../../db/schema/migrate.js";
import { listDueWindows } from "../../db/matching/due-windows.js";
import { migrations } from "../../db/migrations/index.js";
import { createDatabase } from "../helpers/engine/database.js";

const HOUR_MS = 60 * 60_000;

test("the migration closes past match windows, so the job doesn't report them", async (t) => {
  const database = await createDatabase();
  const db = connect(database.url);
  t.teardown(async () => {
    await db.destroy();
    await database.remove();
  });
  await migrate(
    db,
    migrations.filter(({ name }) => name < "0012"),
  );
  const began = Date.now();
  const times = { created_at: began, updated_at: began };
  await db("organizations").insert({ id: "o", name: "O", created_at: began });
  const owner = { organization_id: "o" };
  const user = { id: "u", email: "u", email_key: "u", name: "U", role: "rep", active: 1 };
  await db("users").insert({ ...owner, ...times, ...user });
  const starts = { old: -1_000, over: -4, reaching: -2, next: 1 };
  for (const [id, hours] of Object.entries(starts))
    await db("appointments").insert({
      ...owner,
      ...times,
      id,
      event_id: id,
      event_key: id,
      user_id: "u",
      start_time: began + hours * HOUR_MS,
      reach: 3 * HOUR_MS,
      has_customer: 0,
      metadata: "{}",
    });
  t.is((await migrate(db))[0], "0012-match-windows");
  const rows: { id: string; match_window_closed_at: number | null; updated_at: number }[] =
    await db("appointments").orderBy("start_time");
  t.deepEqual(
    rows.map((row) => [row.id, row.match_window_closed_at !== null]),
    [
      ["old", true],
      ["over", true],
      ["reaching", false],
      ["next", false],
    ],
  );
  for (const { match_window_closed_at: closedAt, updated_at: updatedAt } of rows) {
    t.true(closedAt === null || (closedAt >= began && closedAt <= Date.now()));
    t.is(updatedAt, began);
  }
  const now = began + 2 * HOUR_MS;
  const due = await listDueWindows(db, "o", { now, limit: 10 });
  t.deepEqual(
    due.map(({ id }) => id),
    ["reaching"],
  );
});
