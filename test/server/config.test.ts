import anyTest, { type ExecutionContext, type TestFn } from "ava";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigError } from "../../src/base/config/config-error.js";
import { describeUnknownVariables, readConfig } from "../../src/base/config/config.js";
import { settings } from "../../src/base/config/settings.js";

const test = anyTest as TestFn<{ directory: string }>;

test.beforeEach((t) => {
  t.context = { directory: mkdtempSync(join(tmpdir(), "debrief-config-")) };
});

test.afterEach.always((t) => rmSync(t.context.directory, { recursive: true, force: true }));

type Test = ExecutionContext<{ directory: string }>;
type Env = Record<string, string>;

const readSettings = (t: Test, env: Env = {}, flags: Env = {}) =>
  readConfig(flags, { HOME: "/home/ann", ...env }, t.context.directory);

const writeProjectFile = (t: Test, name: string, text: string): string => {
  const path = join(t.context.directory, name);
  writeFileSync(path, text);
  return path;
};

/** Returns the message of the ConfigError. */
const readError = (t: Test, env: Env, flags: Env = {}): string =>
  t.throws(() => readSettings(t, env, flags), { instanceOf: ConfigError }, JSON.stringify(env))
    ?.message ?? "";

const KEY = "0123456789abcdefABCDEF".padEnd(64, "0");

test("without settings, the contract's defaults apply", (t) => {
  t.deepEqual(readSettings(t), {
    host: "127.0.0.1",
    port: 8480,
    publicUrl: undefined,
    databaseUrl: "sqlite:/home/ann/.local/share/debrief/debrief.db",
    dataDir: "/home/ann/.local/share/debrief",
    logLevel: "info",
    logFormat: undefined,
    secretKey: undefined,
    apiKey: undefined,
    organizationName: "My organization",
    firstOrganization: true,
    webhookAllow: "",
    smtpServer: undefined,
    mailFrom: undefined,
    deliveryDays: 30,
    transcriber: "embedded",
    isTranscriberSet: false,
    analyzer: undefined,
    chat: undefined,
    transcription: undefined,
    embedding: undefined,
    rateLimit: 0,
    meaning: true,
    fetchMedia: true,
    watch: [],
    openId: undefined,
    uploadMaxMb: 512,
    trustProxy: undefined,
  });
});

test("the database is in the data directory, by default under XDG_DATA_HOME", (t) => {
  t.is(readSettings(t, { XDG_DATA_HOME: "/data" }).dataDir, "/data/debrief");
  const config = readSettings(t, { XDG_DATA_HOME: "/data", DEBRIEF_DATA_DIR: "/srv/calls" });
  t.is(config.dataDir, "/srv/calls");
  t.is(config.databaseUrl, "sqlite:/srv/calls/debrief.db");
});

test("every setting takes effect", (t) => {
  const config = readSettings(t, {
    HOST: "::1",
    PORT: "0",
    PUBLIC_URL: "https://calls.example.com/debrief/",
    DATABASE_URL: "postgres://ann@db.example.com/calls",
    DEBRIEF_DATA_DIR: "/srv/calls",
    LOG_LEVEL: "warn",
    DEBRIEF_SECRET_KEY: KEY,
    DEBRIEF_API_KEY: "dbk_some",
    DEBRIEF_ORG_NAME: "Acme",
    DEBRIEF_FIRST_ORG: "off",
    DEBRIEF_WEBHOOK_ALLOW: "hooks.local:9000, 10.0.0.0/8",
    DEBRIEF_SMTP_URL: "smtps://ann%40example.com:p%2Fw@mail.example.com:2465",
    DEBRIEF_MAIL_FROM: "Our calls <calls@example.com>",
    DEBRIEF_DELIVERY_DAYS: "7",
    LOG_FORMAT: "text",
    DEBRIEF_TRANSCRIBER: "none",
    DEBRIEF_ANALYZER: "basic",
    DEBRIEF_MEANING: "off",
    DEBRIEF_FETCH_RECORDINGS: "off",
    DEBRIEF_WATCH:
      "/srv/calls,pattern=freepbx,zone=Europe/Berlin,organization=Acme,keep=leave,user=rep@example.com",
    DEBRIEF_OIDC_ISSUER: "https://accounts.google.com",
    DEBRIEF_OIDC_CLIENT_ID: "client",
    DEBRIEF_OIDC_CLIENT_SECRET: "secret",
    DEBRIEF_OIDC_NAME: "Acme",
    DEBRIEF_OIDC_ALLOWED_DOMAINS: "example.com=Acme Inc, EXAMPLE.org",
    DEBRIEF_OIDC_ROLE_CLAIM: "groups",
    DEBRIEF_OIDC_ROLES: "cn=leads=manager,staff=rep",
    DEBRIEF_UPLOAD_MAX_MB: "20",
    DEBRIEF_RATE_LIMIT: "600",
    DEBRIEF_TRUST_PROXY: "2",
  });
  t.deepEqual(config, {
    host: "::1",
    port: 0,
    publicUrl: "https://calls.example.com/debrief",
    databaseUrl: "postgres://ann@db.example.com/calls",
    dataDir: "/srv/calls",
    logLevel: "warn",
    secretKey: KEY,
    apiKey: "dbk_some",
    organizationName: "Acme",
    firstOrganization: false,
    webhookAllow: "hooks.local:9000, 10.0.0.0/8",
    smtpServer: {
      host: "mail.example.com",
      port: 2465,
      isSecure: true,
      login: { user: "ann@example.com", password: "p/w" },
    },
    mailFrom: { name: "Our calls", address: "calls@example.com" },
    deliveryDays: 7,
    logFormat: "text",
    transcriber: "none",
    isTranscriberSet: true,
    analyzer: "basic",
    chat: undefined,
    transcription: undefined,
    embedding: undefined,
    meaning: false,
    fetchMedia: false,
    openId: {
      issuer: "https://accounts.google.com",
      clientId: "client",
      clientSecret: "secret",
      name: "Acme",
      allowedDomains: new Map([
        ["example.com", "Acme Inc"],
        ["example.org", null],
      ]),
      trustedDomains: new Set(),
      role: {
        claim: "groups",
        values: new Map([
          ["cn=leads", "manager"],
          ["staff", "rep"],
        ]),
      },
    },
    watch: [
      {
        folder: "/srv/calls",
        pattern: "freepbx",
        zone: "Europe/Berlin",
        organization: "Acme",
        user: "rep@example.com",
        keep: "leave",
        rep: "r",
        pollSeconds: 5,
        settleSeconds: 10,
        pairMinutes: 10,
        sidecar: "use",
      },
    ],
    uploadMaxMb: 20,
    rateLimit: 600,
    trustProxy: 2,
  });
});

test("a flag overrides the environment, which overrides .env", (t) => {
  writeProjectFile(
    t,
    ".env",
    "PORT=1001\nHOST=10.0.0.1\nDEBRIEF_ORG_NAME='From the file'\n# PORT=9\n",
  );
  t.like(readSettings(t), { port: 1001, host: "10.0.0.1", organizationName: "From the file" });
  t.like(readSettings(t, { PORT: "1002" }), { port: 1002, host: "10.0.0.1" });
  t.like(readSettings(t, { PORT: "1002" }, { port: "1003" }), { port: 1003, host: "10.0.0.1" });
  t.is(readSettings(t, { DEBRIEF_DATA_DIR: "/a" }, { "data-dir": "/b" }).dataDir, "/b");
});

test("an empty variable counts as not set", (t) => {
  t.like(readSettings(t, { PORT: "", HOST: "", DEBRIEF_ORG_NAME: "", DATABASE_URL: "" }), {
    port: 8480,
    host: "127.0.0.1",
    organizationName: "My organization",
    databaseUrl: "sqlite:/home/ann/.local/share/debrief/debrief.db",
  });
});

test("an empty variable doesn't override its _FILE variable", (t) => {
  const url = writeProjectFile(t, "url", "postgres://file/calls");
  const config = readSettings(t, { DATABASE_URL: "", DATABASE_URL_FILE: url });
  t.is(config.databaseUrl, "postgres://file/calls");
});

test("a secret is read from the file in its _FILE variable", (t) => {
  const key = writeProjectFile(t, "key", `${KEY}\n`);
  const url = writeProjectFile(t, "url", "postgres://file/calls\n");
  const config = readSettings(t, { DEBRIEF_SECRET_KEY_FILE: key, DATABASE_URL_FILE: url });
  t.is(config.secretKey, KEY);
  t.is(config.databaseUrl, "postgres://file/calls");
  const both = { DATABASE_URL_FILE: url, DATABASE_URL: "postgres://variable/calls" };
  t.is(readSettings(t, both).databaseUrl, "postgres://variable/calls");
  t.is(readSettings(t, both, { "database-url": "sqlite:x" }).databaseUrl, "sqlite:x");
});

test("a _FILE variable in the environment overrides the secret in .env", (t) => {
  writeProjectFile(t, ".env", "DATABASE_URL=postgres://dotenv/calls\n");
  const url = writeProjectFile(t, "url", "postgres://file/calls");
  t.is(readSettings(t, { DATABASE_URL_FILE: url }).databaseUrl, "postgres://file/calls");
});

test("an unreadable secret file is rejected", (t) => {
  const missing = join(t.context.directory, "missing");
  t.regex(readError(t, { DEBRIEF_SECRET_KEY_FILE: missing }), /DEBRIEF_SECRET_KEY_FILE.*missing/);
  const { directory } = t.context;
  t.regex(readError(t, { DATABASE_URL_FILE: directory }), /^DATABASE_URL_FILE: .*EISDIR/);
});

test("an empty secret file is rejected", (t) => {
  const empty = writeProjectFile(t, "empty", "\n");
  t.regex(readError(t, { DEBRIEF_SECRET_KEY_FILE: empty }), /DEBRIEF_SECRET_KEY/);
  t.regex(readError(t, { DATABASE_URL_FILE: empty }), /DATABASE_URL/);
});

test("an invalid value is rejected with the name of its variable", (t) => {
  const invalidValues: Record<string, string[]> = {
    PORT: ["-1", "65536", "80a", "1e3", " 80", "8480.5"],
    PUBLIC_URL: [
      "calls.example.com",
      "ftp://calls.example.com",
      "https://",
      "https://u:p@a.example",
      "https://a.example/?b",
    ],
    DATABASE_URL: [
      "mysql://x/y",
      "sqlite:",
      "/var/calls.db",
      "postgres:/x",
      "postgres://a:b/c@h/d e",
    ],
    LOG_LEVEL: ["loud", "INFO"],
    DEBRIEF_SECRET_KEY: ["abc", "g".repeat(64), "0".repeat(63), "0".repeat(65)],
    DEBRIEF_FIRST_ORG: ["no", "OFF"],
    DEBRIEF_TRANSCRIBER: ["ai", "whisper", "None"],
    DEBRIEF_ANALYZER: ["ai", "Basic"],
    HOST: ["127.0.0.1:8480", "http://x", "256.0.0.1/8", "a b"],
    LOG_FORMAT: ["pretty", "JSON"],
    DEBRIEF_WATCH: [
      "/srv/calls",
      "/srv/calls,zone=UTC",
      ",pattern=freepbx",
      "/srv/calls,pattern=freepbx,zone=Mars/Base",
      "/srv/calls,pattern=freepbx,keep=copy",
      "/srv/calls,pattern=freepbx,settle=x",
      "/srv/calls,pattern=freepbx,sellte=1",
      "[1]",
      "[{",
    ],
    DEBRIEF_UPLOAD_MAX_MB: ["0", "2001", "1.5", "512MB"],
    DEBRIEF_RATE_LIMIT: ["-1", "1.5", "1e3", "ten", "1000001"],
    DEBRIEF_TRUST_PROXY: ["10", "-1", "10.0.0.0/40", "caddy", "loopback, 10.0.0.1"],
  };
  for (const [name, values] of Object.entries(invalidValues))
    for (const value of values) t.regex(readError(t, { [name]: value }), new RegExp(name));
  t.regex(readError(t, {}, { port: "x" }), /PORT/);
});

test("an invalid organization name is rejected", (t) => {
  for (const name of [" ", "x".repeat(1025)])
    t.regex(readError(t, { DEBRIEF_ORG_NAME: name }), /DEBRIEF_ORG_NAME/);
});

test("an error never repeats a secret", (t) => {
  const env = { DEBRIEF_SECRET_KEY: "canary-key", DATABASE_URL: "mysql://u:canary-password@h/d" };
  for (const [name, value] of Object.entries(env))
    t.false(readError(t, { [name]: value }).includes("canary"));
});

test("an unknown DEBRIEF_ variable is described with the closest known name", (t) => {
  const nearest = {
    DEBRIEF_DATADIR: "DEBRIEF_DATA_DIR",
    DEBRIEF_SECRET_KY: "DEBRIEF_SECRET_KEY",
    DEBRIEF_SECRET_KEY_FILES: "DEBRIEF_SECRET_KEY_FILE",
    DEBRIEF_ORGNAME: "DEBRIEF_ORG_NAME",
  };
  for (const [name, suggestion] of Object.entries(nearest)) {
    t.deepEqual(describeUnknownVariables({ [name]: "canary" }), [
      `${name} isn't a debrief setting; did you mean ${suggestion}?`,
    ]);
    t.deepEqual(readSettings(t, { [name]: "x" }), readSettings(t), "it has no effect");
  }
  const known = {
    DEBRIEF_ORG_NAME: "x",
    DEBRIEF_SECRET_KEY_FILE: "x",
    DEBRIEF_URL: "x",
    OTHER: "x",
  };
  t.deepEqual(describeUnknownVariables(known), []);
});

test("an unknown line in .env is rejected with the closest known name", (t) => {
  for (const [line, pattern] of [
    ["DEBRIEF_FRIST_ORG=off", /^DEBRIEF_FRIST_ORG in \.env .*DEBRIEF_FIRST_ORG\?$/],
    ["PROT=8480", /^PROT in \.env .*PORT\?$/],
    ["debrief_org_name=canary", /^debrief_org_name in \.env /],
    ["OTHER=", /^OTHER in \.env /],
  ] as const) {
    writeProjectFile(t, ".env", `PORT=1001\n${line}\n`);
    t.regex(readError(t, {}), pattern);
    t.false(readError(t, {}).includes("canary"));
  }
  writeProjectFile(
    t,
    ".env",
    "# OTHER=1\nXDG_DATA_HOME=/data\nDEBRIEF_URL=http://127.0.0.1:1\nDEBRIEF_API_KEY_FILE=\n",
  );
  t.is(readSettings(t).databaseUrl, "sqlite:/data/debrief/debrief.db");
});

test("the settings are exactly the documented ones", (t) => {
  const names = settings.map(({ name }) => name);
  const documented =
    `HOST PORT PUBLIC_URL DATABASE_URL DEBRIEF_DATA_DIR LOG_LEVEL DEBRIEF_SECRET_KEY
    DEBRIEF_ORG_NAME DEBRIEF_FIRST_ORG DEBRIEF_WEBHOOK_ALLOW DEBRIEF_DELIVERY_DAYS
    DEBRIEF_RATE_LIMIT DEBRIEF_TRUST_PROXY LOG_FORMAT DEBRIEF_API_KEY DEBRIEF_ANALYZER DEBRIEF_MEANING DEBRIEF_TRANSCRIBER
    DEBRIEF_AI_URL DEBRIEF_AI_KEY DEBRIEF_AI_CHAT_MODEL DEBRIEF_AI_TRANSCRIPTION_MODEL
    DEBRIEF_AI_TRANSCRIPTION_URL DEBRIEF_AI_EMBEDDING_MODEL DEBRIEF_AI_EMBEDDING_URL
    DEBRIEF_AI_CONTEXT_TOKENS DEBRIEF_AI_CONCURRENCY
    DEBRIEF_UPLOAD_MAX_MB DEBRIEF_FETCH_RECORDINGS DEBRIEF_WATCH
    DEBRIEF_SMTP_URL DEBRIEF_MAIL_FROM DEBRIEF_OIDC_ISSUER DEBRIEF_OIDC_CLIENT_ID
    DEBRIEF_OIDC_CLIENT_SECRET DEBRIEF_OIDC_NAME DEBRIEF_OIDC_ALLOWED_DOMAINS DEBRIEF_OIDC_TRUSTED_DOMAINS
    DEBRIEF_OIDC_ROLE_CLAIM DEBRIEF_OIDC_ROLES`.split(/\s+/);
  t.deepEqual(names.toSorted(), documented.toSorted());
});

test("a mail server needs a sender, and neither may have line breaks", (t) => {
  const DEBRIEF_SMTP_URL = "smtp://127.0.0.1";
  const DEBRIEF_MAIL_FROM = "calls@example.com";
  const { smtpServer, mailFrom } = readSettings(t, { DEBRIEF_SMTP_URL, DEBRIEF_MAIL_FROM });
  t.deepEqual(smtpServer, { host: "127.0.0.1", port: 587, isSecure: false, login: undefined });
  t.deepEqual(mailFrom, { name: "", address: "calls@example.com" });
  t.is(readError(t, { DEBRIEF_SMTP_URL }), "DEBRIEF_MAIL_FROM is required with DEBRIEF_SMTP_URL");
  for (const url of ["mail.example.com", "http://x", "smtp://ann@x", "smtp://x/y", "smtp://x\ny"]) {
    const message = readError(t, { DEBRIEF_SMTP_URL: url, DEBRIEF_MAIL_FROM });
    t.regex(message, /^DEBRIEF_SMTP_URL must be smtp:\/\/ or smtps:\/\//);
  }
  t.notRegex(readError(t, { DEBRIEF_SMTP_URL: "smtp://a:secret@x/y" }), /secret/);
  for (const from of ["calls", "a@x, b@x", "A\r\nBcc: b@x <a@x>", "A <a@x>\nBcc: b@x"])
    t.regex(readError(t, { DEBRIEF_MAIL_FROM: from }), /^DEBRIEF_MAIL_FROM must be an e-mail /);
});

test("a provider to sign in with must be one, with a client, and one tenant of Entra", (t) => {
  const provider = {
    DEBRIEF_OIDC_ISSUER:
      "https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0",
    DEBRIEF_OIDC_CLIENT_ID: "client",
    DEBRIEF_OIDC_CLIENT_SECRET: "secret",
  };
  t.is(readSettings(t, provider).openId?.name, "Microsoft");
  const refuse = (changes: Record<string, string>): string =>
    readError(t, { ...provider, ...changes });
  for (const name of ["DEBRIEF_OIDC_CLIENT_ID", "DEBRIEF_OIDC_CLIENT_SECRET"])
    t.is(
      refuse({ [name]: "" }),
      `${name} is required with DEBRIEF_OIDC_ISSUER; see docs/people.md`,
    );
  for (const url of ["example.com", "http://login.example.com", "https://x/?y", "https://a:b@x/"])
    t.regex(refuse({ DEBRIEF_OIDC_ISSUER: url }), /^DEBRIEF_OIDC_ISSUER must be /);
  for (const tenant of [
    "common",
    "organizations",
    "Consumers",
    "9188040d-6c67-4c5b-b112-36a304b66dad",
  ])
    t.regex(
      refuse({ DEBRIEF_OIDC_ISSUER: `https://login.microsoftonline.com/${tenant}/v2.0` }),
      /^DEBRIEF_OIDC_ISSUER must name your tenant/,
    );
  const google = { DEBRIEF_OIDC_ISSUER: "https://accounts.google.com" };
  t.regex(
    refuse({ ...google, DEBRIEF_OIDC_TRUSTED_DOMAINS: "example.com" }),
    /^DEBRIEF_OIDC_TRUSTED_DOMAINS can't be used with Google/,
  );
  t.regex(refuse({ DEBRIEF_OIDC_ALLOWED_DOMAINS: "example.com=" }), /names no organization/);
  t.regex(refuse({ DEBRIEF_OIDC_TRUSTED_DOMAINS: "ex ample" }), /isn't a domain/);
  t.regex(refuse({ DEBRIEF_OIDC_ROLE_CLAIM: "groups" }), /must be set together/);
  t.regex(
    refuse({ DEBRIEF_OIDC_ROLE_CLAIM: "groups", DEBRIEF_OIDC_ROLES: "staff=owner" }),
    /must be value=role, with the role admin, manager or rep/,
  );
});

test("an absent setting has the default that help and docs show", (t) => {
  for (const { name, default: value } of settings)
    if (typeof value === "string")
      t.deepEqual(readSettings(t, { [name]: value }), readSettings(t), name);
});

test("an unreadable .env is rejected by name", (t) => {
  mkdirSync(join(t.context.directory, ".env"));
  t.regex(readError(t, {}), /\.env/);
});

test("an invalid allow-list entry or number of days is rejected by name", (t) => {
  t.regex(
    readError(t, { DEBRIEF_WEBHOOK_ALLOW: "127.0.0.1, 10.0.0.0/40" }),
    /^DEBRIEF_WEBHOOK_ALLOW: "10\.0\.0\.0\/40" /,
  );
  for (const days of ["0", "-1", "1.5", "3651", "a week"])
    t.regex(
      readError(t, { DEBRIEF_DELIVERY_DAYS: days }),
      /^DEBRIEF_DELIVERY_DAYS must be .*1 to 3650/,
    );
});

test("variables for clients of a server are not unknown settings", (t) => {
  const variables = {
    DEBRIEF_URL: "http://x",
    DEBRIEF_API_KEY: "dbk_x",
    DEBRIEF_TOKEN: "dbi_x",
    DEBRIEF_SIGNING_SECRET: "whsec_x",
  };
  t.notThrows(() => readSettings(t, variables));
  t.deepEqual(describeUnknownVariables(variables), []);
});
