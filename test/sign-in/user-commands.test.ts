import { PASSWORD, VIEWER } from "../helpers/sign-in/console-session.js";
import { test } from "../helpers/server/first-start-suite.js";

const EMAIL = "ron@example.com";
const REDEEM = `mutation ($token: String!, $password: String!) {
  redeemAccountLink(token: $token, password: $password) { role user { email name } }
}`;

test("the user commands invite, list and change who can sign in while the server runs", async (t) => {
  const { program } = t.context;
  const { url, stop } = await program.serve();
  const run = async (...words: string[]): Promise<string[]> => {
    const { code, stdout, stderr } = await program.run(["user", ...words]);
    return [`${code}`, stdout, stderr];
  };
  const org = "My organization";
  t.deepEqual(await run("invite", org, EMAIL, "--role", "boss"), [
    "2",
    "",
    "--role must be one of admin, manager, rep; see: debrief help\n",
  ]);
  const [code, stdout, stderr] = await run("invite", org, EMAIL, "--role", "rep", "--name", "Ron");
  t.deepEqual(
    [code, stderr],
    ["0", "not sent by e-mail: this server sends no e-mail; see DEBRIEF_SMTP_URL\n"],
  );
  t.regex(
    (await run("list", org))[1]!,
    /^ron@example\.com +Ron +active +rep +invited until 2\S+Z$/m,
  );
  const send = async (query: string, variables: object, cookie = ""): Promise<Response> =>
    fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url, cookie },
      body: JSON.stringify({ query, variables }),
    });
  const token = new URL(stdout!.trim()).hash.slice(1);
  const joined = await send(REDEEM, { token, password: PASSWORD });
  t.deepEqual(await joined.json(), {
    data: { redeemAccountLink: { role: "member", user: { email: EMAIL, name: "Ron" } } },
  });
  const cookie = joined.headers.getSetCookie()[0]!.split(";")[0]!;
  t.deepEqual(await run("role", org, EMAIL, "manager"), [
    "0",
    `${EMAIL} can sign in as manager\n`,
    "",
  ]);
  t.is((await send(VIEWER, {}, cookie)).status, 200);
  t.deepEqual(await run("role", org, EMAIL, "none"), ["0", `${EMAIL} can't sign in\n`, ""]);
  t.is((await send(VIEWER, {}, cookie)).status, 401);
  t.regex((await run("list", org))[1]!, /^ron@example\.com +Ron +active +no sign-in$/m);
  t.deepEqual(await run("role", org, EMAIL, "rep"), [
    "1",
    "",
    "email can't sign in yet; invite the user\n",
  ]);
  await stop();
});
