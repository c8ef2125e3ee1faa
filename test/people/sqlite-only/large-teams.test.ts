import { statSync } from "node:fs";
import { insertAll } from "../../../db/engine/insert-all.js";
import { write } from "../../../db/engine/write.js";
import { upsertTeam } from "../../../db/people/teams.js";
import { test } from "../../helpers/own-suite.js";

const MEMBERS = 1_000;
const TEAMS = 30;
const PAGE_BYTES = 4096;

test("a team of 1,000 members is written to few pages, however many such teams there are", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  const ids = Array.from({ length: MEMBERS }, () => server.services.newId());
  const users = ids.map((id, n) => ({
    organization_id: org.id,
    id,
    email: `${n}@example.com`,
    email_key: `${n}@example.com`,
    name: `User ${n}`,
    role: "rep",
    active: 1,
    created_at: 0,
    updated_at: 0,
  }));
  await write(db, org.id, (trx) => insertAll(trx, "users", users));
  const members = ids.map((userId) => ({ userId, role: "member" }));
  const writeTeam = async (): Promise<void> => {
    const id = server.services.newId();
    await write(db, org.id, (trx) =>
      upsertTeam(trx, org.id, { id, name: "Team", now: 0, members }),
    );
  };
  for (let n = 0; n < TEAMS; n += 1) await writeTeam();
  await db.raw("PRAGMA wal_checkpoint(TRUNCATE)");
  await writeTeam();
  const pages = statSync(`${server.databaseUrl.slice("sqlite:".length)}-wal`).size / PAGE_BYTES;
  t.true(pages < 150, `${Math.round(pages)} pages`);
});
