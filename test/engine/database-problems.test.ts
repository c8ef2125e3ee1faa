import test from "ava";
import { ConfigError } from "../../src/base/config/config-error.js";
import type { Config } from "../../src/base/config/config.js";
import { toDatabaseError, formatDataLocation } from "../../src/base/config/startup-errors.js";
import { RefusedError } from "../../src/base/config/command.js";

const config = { databaseUrl: "postgres://ann:can%40ary@db.example.com/calls" } as Config;

const explain = (code: string | undefined, message = "no"): Error =>
  toDatabaseError(config, Object.assign(new Error(message), { code })) as Error;

test("permanent PostgreSQL errors are configuration errors", (t) => {
  const refused: [string | undefined, string, RegExp][] = [
    ["28P01", "password authentication failed", /rejects user "ann" \(/],
    ["28000", "no pg_hba.conf entry", /rejects user "ann" \(no pg_hba/],
    ["3D000", "x", /has no database "calls"; .*createdb -h db\.example\.com -p 5432 -U ann calls$/],
    ["42501", "create table - denied", /must not create tables in database "calls"; .*GRANT/],
    [undefined, "SASL: client password must be a string", /requires a password; write postgres:/],
    [undefined, "The server does not support SSL connections", /sslmode/],
  ];
  for (const [code, message, expected] of refused) {
    const error = explain(code, message);
    t.true(error instanceof ConfigError, message);
    t.regex(error.message, /^DATABASE_URL: /);
    t.regex(error.message, expected);
    t.false(error.message.includes("can@ary") || error.message.includes("can%40ary"));
  }
});

test("temporary database errors aren't configuration errors", (t) => {
  for (const code of ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "57P03", "53300", "ENOENT"]) {
    const error = explain(code, "");
    t.true(error instanceof RefusedError, code);
    t.regex(
      error.message,
      new RegExp(`^PostgreSQL at db\\.example\\.com port 5432 does not answer \\(${code}\\)`),
    );
  }
  t.true(explain(undefined, "timeout expired") instanceof RefusedError);
  const several = new AggregateError([new Error("connect ECONNREFUSED ::1:5432")], "");
  t.regex(
    (toDatabaseError(config, Object.assign(several, { code: "ECONNREFUSED" })) as Error).message,
    /::1:5432/,
  );
});

test("a full disk and a failing file are explained without the statement", (t) => {
  const sqlite = { databaseUrl: "sqlite:/data/debrief.db" } as Config;
  const explainFile = (code: string, message: string): Error =>
    toDatabaseError(sqlite, Object.assign(new Error(message), { code })) as Error;
  const full = explainFile("SQLITE_FULL", "COMMIT; - database or disk is full");
  t.true(full instanceof RefusedError);
  t.is(
    full.message,
    "the disk of /data/debrief.db is full; free some space: du -ah '/data' | sort -h",
  );
  const failing = explainFile("SQLITE_IOERR_READ", "select 1 from `users` - disk I/O error");
  t.is(failing.message, "/data/debrief.db: disk I/O error (SQLITE_IOERR_READ)");
});

test("an error that isn't the database's stays unchanged", (t) => {
  const defect = new TypeError("x is not a function");
  t.is(toDatabaseError(config, defect), defect);
});

test("the data location contains no password", (t) => {
  t.is(formatDataLocation(config), 'PostgreSQL, "calls" at db.example.com port 5432, as "ann"');
  t.is(
    formatDataLocation({ databaseUrl: "postgres://ann@localhost?host=/run/pg" } as Config),
    'PostgreSQL, "ann" at /run/pg port 5432, as "ann"',
  );
  t.is(formatDataLocation({ databaseUrl: "sqlite::memory:" } as Config), "SQLite, in memory");
});
