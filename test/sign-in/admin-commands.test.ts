import { connect } from "../../db/engine/connect.js";
import { PASSWORD, SIGN_IN } from "../helpers/sign-in/console-session.js";
import { test } from "../helpers/server/first-start-suite.js";
import type { ServingProgram } from "../helpers/server/program.js";

const EMAIL = "ada@example.com";
const SET_UP = `mutation ($token: String!, $password: String!) {
  redeemSetupLink(token: $token, name: "Ada", email: "${EMAIL}", password: $password) { role }
}`;

const sendGraphql = async (url: string, query: string, variables: object): Promise<Response> =>
  fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ query, variables }),
  });

const signIn = async (url: string, password: string): Promise<number> =>
  (await sendGraphql(url, SIGN_IN, { email: EMAIL, password })).status;

const redeemSetupLink = async (url: string, link: string): Promise<number> =>
  (await sendGraphql(url, SET_UP, { token: new URL(link).hash.slice(1), password: PASSWORD }))
    .status;

const findPrintedLink = (serving: ServingProgram): string | undefined =>
  /^set up the console: (\S+)\n {2}the link works once within 30 minutes/m.exec(
    serving.stderr(),
  )?.[1];

test("each start without an admin prints a new set-up link and ends the previous one", async (t) => {
  const { program } = t.context;
  const first = await program.serve();
  const old = findPrintedLink(first)!;
  t.regex(old, new RegExp(`^${first.url}/setup#[\\w-]{43}$`));
  await first.stop();
  const env = { PUBLIC_URL: "https://calls.example.com/debrief" };
  const second = await program.serve(env);
  const link = findPrintedLink(second)!;
  t.true(link.startsWith("https://calls.example.com/debrief/setup#"));
  t.false((second.stdout() + second.stderr()).includes(new URL(old).hash.slice(1)));
  const redeem = async (token: string): Promise<number> =>
    (
      await fetch(`${second.url}/graphql`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "https://calls.example.com" },
        body: JSON.stringify({ query: SET_UP, variables: { token, password: PASSWORD } }),
      })
    ).status;
  t.is(await redeem(new URL(old).hash.slice(1)), 401);
  t.is(await redeem(new URL(link).hash.slice(1)), 200);
  const { stderr } = await second.stop();
  for (const line of stderr.split("\n").filter((text) => text.startsWith("{")))
    t.false(line.includes(new URL(link).hash.slice(1)));
  const third = await program.serve();
  t.is(findPrintedLink(third), undefined);
  await third.stop();
});

test("without an organization, no set-up link is printed", async (t) => {
  const { program } = t.context;
  const serving = await program.serve({ DEBRIEF_FIRST_ORG: "off" });
  t.is(findPrintedLink(serving), undefined);
  await serving.stop();
  const { code, stdout, stderr } = await program.run(["admin", "setup-link"]);
  t.deepEqual([code, stdout], [1, ""]);
  t.is(stderr, "no organization exists; create one with: debrief org create\n");
});

test("the admin commands create, list, update and delete admins while the server runs", async (t) => {
  const { program } = t.context;
  const serving = await program.serve({ DEBRIEF_ORG_NAME: "Acme" });
  const { url } = serving;
  const env = { PUBLIC_URL: url };
  const create = ["admin", "create", "Acme", EMAIL, "--name", "Ada"];
  const created = await program.run(create, env, `${PASSWORD}\nmore\n`);
  t.deepEqual(created, { code: 0, stdout: `${EMAIL} can sign in at ${url}/\n`, stderr: "" });
  t.is(await signIn(url, PASSWORD), 200);
  const again = await program.run(create, env, `${PASSWORD}\n`);
  t.is(again.code, 1);
  t.regex(again.stderr, /^email can sign in already/);
  const newPassword = "another horse battery";
  const changed = await program.run(
    ["admin", "set-password", EMAIL.toUpperCase()],
    env,
    `${newPassword}\r\n`,
  );
  t.deepEqual(
    [changed.code, changed.stdout],
    [0, `changed the password of ${EMAIL} and ended all sessions\n`],
  );
  t.is(await signIn(url, PASSWORD), 401);
  t.is(await signIn(url, newPassword), 200);
  const [listed, asJson, link, deleted, none] = await program.runAll(
    [["admin", "list"], env],
    [["admin", "list", "--json"], env],
    [["admin", "setup-link", "Acme", "--json"], env],
    [["admin", "delete", EMAIL], env],
    [["admin", "list", "--json"], env],
  );
  t.regex(listed!.stdout, /^ada@example\.com {2}Ada {2}Acme {2}active {2}\S+Z\n$/);
  t.like(JSON.parse(asJson!.stdout).admins[0], {
    email: EMAIL,
    name: "Ada",
    organization: "Acme",
    active: true,
  });
  t.is(deleted!.stdout, `${EMAIL} can no longer sign in; all sessions ended\n`);
  t.deepEqual(JSON.parse(none!.stdout), { admins: [] });
  t.is(await signIn(url, newPassword), 401);
  const db = connect(program.databaseUrl);
  t.deepEqual(await db("sessions").select("id"), []);
  t.is((await db("users").where("email", EMAIL)).length, 1);
  await db.destroy();
  t.is(await redeemSetupLink(url, JSON.parse(link!.stdout).url), 200);
  await serving.stop();
});

test("the admin commands report failures in one line", async (t) => {
  const { program } = t.context;
  const created = await program.run(["org", "create", "Acme"]);
  t.is(created.code, 0);
  const [setPassword, deletion, unknown, few, extra] = await program.runAll(
    ["admin", "set-password", EMAIL],
    ["admin", "delete", EMAIL],
    ["admin", "create", "Other", EMAIL],
    ["admin", "create", "Acme"],
    ["admin", "list", "Acme"],
  );
  for (const outcome of [setPassword, deletion])
    t.deepEqual(outcome, {
      code: 1,
      stdout: "",
      stderr: `no admin "${EMAIL}"; see: debrief admin list\n`,
    });
  t.is(
    unknown!.stderr,
    'no organization "Other" in this command\'s database (DATABASE_URL or --data-dir); see: debrief org list\n',
  );
  t.deepEqual([few!.code, extra!.code], [2, 2]);
  for (const [stdin, message] of [
    ["", "no password on stdin"],
    ["\n", "no password on stdin"],
    ["too short", "password must have 12 to 1024 characters"],
    [`${EMAIL.toUpperCase()}\n`, "password must not be the e-mail address"],
  ] as const) {
    const outcome = await program.run(["admin", "create", "Acme", EMAIL], {}, stdin);
    t.deepEqual(outcome, { code: 1, stdout: "", stderr: `${message}\n` });
  }
});
