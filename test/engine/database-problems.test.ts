import test from "ava";
import { type Config, ConfigError } from "../src/config.js";
import { databaseProblem, placeOf } from "../src/problems.js";
import { RefusedError } from "../src/verb.js";

const config = { databaseUrl: "postgres://ann:can%40ary@db.example.com/calls" } as Config;

const told = (code: string | undefined, message = "no"): Error =>
  databaseProblem(config, Object.assign(new Error(message), { code })) as Error;

test("what PostgreSQL refuses for good is wrong configuration", (t) => {
  const refused: [string | undefined, string, RegExp][] = [
    ["28P01", "password authentication failed", /does not let the user "ann" in/],
    ["28000", "no pg_hba.conf entry", /does not let the user "ann" in \(no pg_hba/],
    ["3D000", "x", /has no database "calls"; .*createdb -h db\.example\.com -p 5432 -U ann calls$/],
    ["42501", "create table - denied", /may not make tables in the database "calls"; .*GRANT/],
    [undefined, "SASL: client password must be a string", /asks for a password and there is none/],
    [undefined, "The server does not support SSL connections", /sslmode/],
  ];
  for (const [code, message, expected] of refused) {
    const error = told(code, message);
    t.true(error instanceof ConfigError, message);
    t.regex(error.message, /^DATABASE_URL: /);
    t.regex(error.message, expected);
    t.false(error.message.includes("can@ary") || error.message.includes("can%40ary"));
  }
});

test("what may be mended by waiting is none", (t) => {
  for (const code of ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "57P03", "53300", "ENOENT"]) {
    const error = told(code, "");
    t.true(error instanceof RefusedError, code);
    t.regex(
      error.message,
      new RegExp(`^PostgreSQL at db\\.example\\.com port 5432 does not answer \\(${code}\\)`),
    );
  }
  t.true(told(undefined, "timeout expired") instanceof RefusedError);
  const several = new AggregateError([new Error("connect ECONNREFUSED ::1:5432")], "");
  t.regex(
    (databaseProblem(config, Object.assign(several, { code: "ECONNREFUSED" })) as Error).message,
    /::1:5432/,
  );
});

test("a defect stays one", (t) => {
  const defect = new TypeError("x is not a function");
  t.is(databaseProblem(config, defect), defect);
});

test("where the data is is told without the password", (t) => {
  t.is(placeOf(config), 'PostgreSQL, "calls" at db.example.com port 5432, as "ann"');
  t.is(
    placeOf({ databaseUrl: "postgres://ann@localhost?host=/run/pg" } as Config),
    'PostgreSQL, "ann" at /run/pg port 5432, as "ann"',
  );
  t.is(placeOf({ databaseUrl: "sqlite::memory:" } as Config), "SQLite, in memory");
});
