import "reflect-metadata";
import anyTest, { type ExecutionContext, type TestFn } from "ava";
import fc from "fast-check";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findAnySealedSecret } from "../../../db/organizations/api-keys.js";
import { createOrganization } from "../../../graph/organizations/organization.js";
import { ConfigError } from "../../../src/base/config/config-error.js";
import { type Config, readConfig } from "../../../src/base/config/config.js";
import { openProgram } from "../../../src/program.js";
import { createVault, openVault } from "../../../src/base/config/vault.js";
import { startChildJob } from "../../helpers/engine/child-job.js";
import { type TestDatabase, createDatabase } from "../../helpers/engine/database.js";

const test = anyTest as TestFn<{ directory: string; database: TestDatabase }>;
type Test = ExecutionContext<{ directory: string; database: TestDatabase }>;

test.beforeEach(async (t) => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-vault-"));
  t.context = { directory, database: await createDatabase() };
});

test.afterEach.always(async (t) => {
  rmSync(t.context.directory, { recursive: true, force: true });
  await t.context.database.remove();
});

const texts = fc.string({ unit: "binary", maxLength: 200 });
const hexKey = (): string => randomBytes(32).toString("hex");

const readTestConfig = (t: Test, env: Record<string, string> = {}): Config =>
  readConfig({}, { HOME: t.context.directory, ...env }, t.context.directory);

/** Creates an organization in this test's database and returns its signing secret. */
const createOrganizationSecret = async (t: Test, env: Record<string, string>): Promise<string> => {
  const services = await openProgram(
    readTestConfig(t, { DATABASE_URL: t.context.database.url, ...env }),
  );
  const made = await services.db.transaction((trx) => createOrganization(trx, services, "Acme"));
  await services.db.destroy();
  return made.signingSecret;
};

const openAnySecret = async (t: Test, env: Record<string, string>): Promise<string> => {
  const services = await openProgram(
    readTestConfig(t, { DATABASE_URL: t.context.database.url, ...env }),
  );
  try {
    return services.vault.open((await findAnySealedSecret(services.db))!);
  } finally {
    await services.db.destroy();
  }
};

test("sealed text opens only with its key", (t) => {
  const key = randomBytes(32);
  const vault = createVault(key);
  const other = createVault(randomBytes(32));
  const property = fc.property(texts, (text) => {
    const sealed = vault.seal(text);
    t.is(createVault(key).open(sealed), text);
    t.throws(() => other.open(sealed));
  });
  fc.assert(property, { numRuns: 200 });
});

test("sealed text reveals nothing and is never the same twice", (t) => {
  const vault = createVault(randomBytes(32));
  const sealed = Array.from({ length: 200 }, () => vault.seal("whsec_canary"));
  t.is(new Set(sealed).size, 200);
  // The nonce comes first; reusing one would reveal the key stream.
  t.is(new Set(sealed.map((text) => text.slice(0, "v1.".length + 16))).size, 200);
  for (const text of sealed) {
    t.false(text.includes("canary"));
    t.false(Buffer.from(text.slice(3), "base64url").includes("canary"));
  }
});

test("changed or truncated sealed text is rejected", (t) => {
  const vault = createVault(randomBytes(32));
  const property = fc.property(
    texts,
    fc.nat(),
    fc.integer({ min: 1, max: 255 }),
    (text, at, by) => {
      const bytes = Buffer.from(vault.seal(text).slice(3), "base64url");
      const cut = bytes.subarray(0, at % bytes.length);
      t.throws(() => vault.open(`v1.${cut.toString("base64url")}`));
      bytes[at % bytes.length]! ^= by;
      t.throws(() => vault.open(`v1.${bytes.toString("base64url")}`));
    },
  );
  fc.assert(property, { numRuns: 200 });
});

test("the key of a SQLite database is created once, readable by its owner only", (t) => {
  const databaseUrl = `sqlite:${join(t.context.directory, "calls.db")}`;
  const file = join(t.context.directory, "calls.db.key");
  const sealed = openVault(readTestConfig(t, { DATABASE_URL: databaseUrl })).seal("text");
  const key = readFileSync(file, "utf8");
  t.regex(key, /^[0-9a-f]{64}\n$/);
  t.is(statSync(file).mode & 0o777, 0o600);
  t.is(openVault(readTestConfig(t, { DATABASE_URL: databaseUrl })).open(sealed), "text");
  t.is(readFileSync(file, "utf8"), key);
});

test("processes that start together on a new database agree on its key", async (t) => {
  const { directory } = t.context;
  const all = Array.from({ length: 3 }, () =>
    startChildJob("seal", "sqlite::memory:", directory, "300"),
  );
  await Promise.all(all.map(({ begun }) => begun));
  for (const { go } of all) go();
  t.deepEqual(await Promise.all(all.map(({ ended }) => ended)), [0, 0, 0]);
  for (const { output } of all) {
    const [, ...sealed] = output().trimEnd().split("\n");
    t.is(sealed.length, 300);
    for (const [index, text] of sealed.entries()) {
      const DATABASE_URL = `sqlite:${join(directory, `${index}.db`)}`;
      t.is(openVault(readTestConfig(t, { DATABASE_URL })).open(text), "text");
    }
  }
});

test("with DEBRIEF_SECRET_KEY, no key file is created", (t) => {
  const DEBRIEF_SECRET_KEY = hexKey();
  const DATABASE_URL = `sqlite:${join(t.context.directory, "calls.db")}`;
  const sealed = openVault(readTestConfig(t, { DATABASE_URL, DEBRIEF_SECRET_KEY })).seal("text");
  t.is(createVault(Buffer.from(DEBRIEF_SECRET_KEY, "hex")).open(sealed), "text");
  t.false(existsSync(join(t.context.directory, "calls.db.key")));
});

test("an invalid key file is rejected by name and left unchanged", (t) => {
  const file = join(t.context.directory, "calls.db.key");
  writeFileSync(file, "not a key\n");
  const DATABASE_URL = `sqlite:${join(t.context.directory, "calls.db")}`;
  const error = t.throws(() => openVault(readTestConfig(t, { DATABASE_URL })), {
    instanceOf: ConfigError,
  });
  t.true(error.message.includes(file));
  t.is(readFileSync(file, "utf8"), "not a key\n");
});

test("PostgreSQL without a key is rejected with the name of the variable", async (t) => {
  const DATABASE_URL = "postgres://nobody@localhost:1/none";
  await t.throwsAsync(openProgram(readTestConfig(t, { DATABASE_URL })), {
    instanceOf: ConfigError,
    message: /DEBRIEF_SECRET_KEY is required/,
  });
});

test("a database written under another key is rejected at the start", async (t) => {
  const DEBRIEF_SECRET_KEY = hexKey();
  const secret = await createOrganizationSecret(t, { DEBRIEF_SECRET_KEY });
  await t.throwsAsync(openAnySecret(t, { DEBRIEF_SECRET_KEY: hexKey() }), {
    instanceOf: ConfigError,
    message: /DEBRIEF_SECRET_KEY/,
  });
  t.is(await openAnySecret(t, { DEBRIEF_SECRET_KEY }), secret);
});

test("a SQLite database without its key file is rejected until the file is back", async (t) => {
  const secret = await createOrganizationSecret(t, {});
  const file = `${t.context.database.url.slice("sqlite:".length)}.key`;
  const key = readFileSync(file);
  rmSync(file);
  await t.throwsAsync(openAnySecret(t, {}), {
    instanceOf: ConfigError,
    message: /\.key is missing.*debrief restore --key-only/,
  });
  // A new key file would look like the one to keep.
  t.false(existsSync(file));
  writeFileSync(file, key);
  t.is(await openAnySecret(t, {}), secret);
});
