import { connect } from "../../db/engine/connect.js";
import { test } from "../helpers/server/first-start-suite.js";
import type { ProgramResult } from "../helpers/server/program.js";

const SECRET = "canary-0123456789";

const inAcme = (...args: string[]): string[] => ["source", ...args, "--org", "Acme"];

const json = ({ stdout }: ProgramResult) => JSON.parse(stdout);

const findTwilio = (result: ProgramResult) =>
  json(result).sources.find(({ source }: { source: string }) => source === "twilio");

test("commands list the sources of calls and set the rep's channel", async (t) => {
  const { program } = t.context;
  const [, set, list, reset, listed] = await program.runAll(
    ["org", "create", "Acme"],
    inAcme("set-rep", "twilio", "right"),
    inAcme("list"),
    inAcme("set-rep", "twilio", "default", "--json"),
    inAcme("list", "--json"),
  );
  t.deepEqual(set, { code: 0, stdout: "twilio  right\n", stderr: "" });
  t.regex(list!.stdout, /^aircall +left +no login$/m);
  t.regex(list!.stdout, /^twilio +right +no login$/m);
  t.regex(list!.stdout, /^upload +left$/m);
  t.deepEqual(json(reset!), { source: "twilio", repChannel: "left" });
  t.deepEqual(
    json(listed!).sources.map(({ source }: { source: string }) => source),
    [
      "aircall",
      "asterisk",
      "callrail",
      "dialpad",
      "freeswitch",
      "ringcentral",
      "twilio",
      "own",
      "upload",
    ],
  );
  t.deepEqual(json(listed!).sources[0], {
    source: "aircall",
    title: "Aircall",
    repChannel: "left",
    login: null,
  });
});

test("commands set, show and remove a login, and never print its secret", async (t) => {
  const { program } = t.context;
  const login = ["api.twilio.com", "--kind", "basic", "--name", "AC1"];
  await program.run(["org", "create", "Acme"]);
  const set = await program.run(inAcme("set-login", "twilio", ...login), {}, `${SECRET}\n`);
  t.deepEqual(set, { code: 0, stdout: "twilio  basic  api.twilio.com\n", stderr: "" });
  const [list, listed, removed, after] = await program.runAll(
    inAcme("list"),
    inAcme("list", "--json"),
    inAcme("remove-login", "twilio"),
    inAcme("list", "--json"),
  );
  t.regex(list!.stdout, /^twilio +left +basic login for api\.twilio\.com$/m);
  t.like(findTwilio(listed!).login, { host: "api.twilio.com", kind: "basic" });
  t.deepEqual(removed, { code: 0, stdout: "twilio  no login\n", stderr: "" });
  t.is(findTwilio(after!).login, null);
  for (const { stdout, stderr } of [set, list!, listed!])
    t.false((stdout + stderr).includes(SECRET));
  const db = connect(program.databaseUrl);
  t.teardown(() => db.destroy());
  const rows = await db("audit_log")
    .where("action", "like", "dialer.%")
    .orderBy("at")
    .orderBy("id");
  t.deepEqual(
    rows.map(({ action, subject }) => [action, subject]),
    [
      ["dialer.media_credential_set", "twilio"],
      ["dialer.media_credential_cleared", "twilio"],
    ],
  );
});

test("commands refuse unknown sources, channels and logins", async (t) => {
  const { program } = t.context;
  const host = "api.example.com";
  const lines: [code: number, args: string[], message: RegExp][] = [
    [1, ["set-rep", "fax", "left"], /^There is no source "fax"; there are aircall, .*upload$/m],
    [2, ["set-rep", "own", "middle"], /^the channel must be left, right, caller_left or default; /],
    [2, ["set-login", "own", host], /^--kind must be basic, bearer or header; /],
    [2, ["set-login", "own", host, "--kind", "token"], /^--kind must be basic, bearer or header; /],
    [1, ["remove-login", "upload"], /^There is no adapter "upload"; /],
  ];
  const [, ...outcomes] = await program.runAll(
    ["org", "create", "Acme"],
    ...lines.map(([, args]) => inAcme(...args)),
  );
  for (const [index, [code, args, message]] of lines.entries()) {
    const { stdout, stderr, ...outcome } = outcomes[index]!;
    t.deepEqual([outcome.code, stdout], [code, ""], args.join(" "));
    t.regex(stderr, message);
  }
  const send = async (args: string[], stdin: string) =>
    program.run(inAcme("set-login", "own", ...args), {}, stdin);
  const missingName = await send([host, "--kind", "basic"], `${SECRET}\n`);
  t.is(missingName.code, 2);
  t.regex(missingName.stderr, /^--name is required for the kind basic/);
  const badHost = await send(["a/b", "--kind", "bearer"], `${SECRET}\n`);
  t.is(badHost.code, 1);
  t.regex(badHost.stderr, /^host must be a host, such as/);
  const noSecret = await send([host, "--kind", "bearer"], "");
  t.deepEqual([noSecret.code, noSecret.stderr], [1, "no secret on stdin\n"]);
});
