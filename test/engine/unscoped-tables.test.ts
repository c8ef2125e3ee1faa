import test from "ava";
import { findUnscopedTables } from "../helpers/engine/unscoped-tables.js";

const scoped = [
  "select * from users where organization_id = ? and id = ?",
  'select * from "users" as "u" where "u"."organization_id" = $1',
  "select 1 from users u join teams t on t.organization_id = u.organization_id where u.organization_id = ?",
  "select 1 from users u left join teams t on u.organization_id = t.organization_id where ? = u.organization_id",
  "select * from organizations where id = ?",
  "select (select min(id) from teams t where t.organization_id = o.id) from organizations o where o.id = ?",
  "delete from users where (organization_id = ? and id = ?) and (name = ? or role = ?)",
  "update users set name = ? where organization_id = ?",
  "insert into users (organization_id, id) values (?, ?) on conflict (organization_id, id) do update set id = ?",
  "select 1 from users where organization_id = ? union all select 1 from teams where organization_id = ?",
  "select 'from users' from knex_migrations",
];

const unscoped = [
  ["select * from users where id = ?", "users"],
  ["select organization_id = ? from users", "users"],
  ["update users set organization_id = ? where id = ?", "users"],
  ["select * from users where organization_id = ? or id = ?", "users"],
  ["select * from users where (organization_id = ? or id = ?) and active = 1", "users"],
  ["select * from users where not (organization_id = ?)", "users"],
  ["select * from users where organization_id = organization_id", "users"],
  ["select * from users where organization_id <> ?", "users"],
  ["select * from users u join teams t on t.id = u.id where u.organization_id = ?", "teams"],
  ["select * from users u, teams t where u.organization_id = ?", "teams"],
  [
    "select * from users u join teams t on t.organization_id = u.organization_id where u.id = ?",
    "users,teams",
  ],
  ["select * from users where organization_id = ? and id in (select id from teams)", "teams"],
  ["select 1 from users where organization_id = ? union all select 1 from teams", "teams"],
  ["select * from organizations order by id", "organizations"],
  ["insert into users (id) values (?)", "users"],
  ["insert into users (organization_id, id) select ?, id from teams", "teams"],
] as const;

test("the guard accepts statements that name the organization for every table", (t) => {
  for (const sql of scoped) t.deepEqual(findUnscopedTables(sql), [], sql);
});

test("the guard reports each table without an organization", (t) => {
  for (const [sql, tables] of unscoped)
    t.is(findUnscopedTables(sql).toSorted().join(), tables.split(",").toSorted().join(), sql);
});
