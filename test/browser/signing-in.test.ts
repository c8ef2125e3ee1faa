import type { Page } from "playwright-core";
import { write } from "../../db/write.js";
import { issueSetupLink } from "../../graph/setup-links.js";
import { admin as adminOf, PASSWORD } from "../helpers/console.js";
import { askFrom } from "./helpers/ask.js";
import { test } from "./helpers/browser.js";

const signIn = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
};

const setUp = async (page: Page, email: string, password: string): Promise<void> => {
  await page.getByLabel("Your name").fill("Ada Admin");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Set up" }).click();
};

test("the link of an answer of /v1 opens the recording, once one has signed in", async (t) => {
  const { server, org, visitor } = t.context;
  const email = await adminOf(server, org);
  const id = await org.processed({ name: "The first visit" });
  const link: string = (await org.get(`/v1/recordings/${id}`)).body.recording.recording;
  const { page, tolerate } = await visitor();
  tolerate(/status of 401/);
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await signIn(page, email);
  await page.getByRole("heading", { level: 1, name: "The first visit" }).waitFor();
  t.is(page.url(), link);
  await page.goBack();
  t.is(page.url(), "about:blank", "signing in is no step to go back to");
});

test("filters survive signing in", async (t) => {
  const { server, org, visitor } = t.context;
  const email = await adminOf(server, org);
  const { page, tolerate } = await visitor();
  tolerate(/status of 401/);
  const address = `${server.url}/recordings?tag=a%26b&status=failed`;
  await page.goto(address);
  await page.waitForURL(/sign-in/);
  await signIn(page, email);
  await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
  t.is(await page.getByLabel("Tag").inputValue(), "a&b");
  t.is(page.url(), address);
});

test("whoever gives a wrong password is told so, and may try again", async (t) => {
  const { server, org, visitor } = t.context;
  const email = await adminOf(server, org);
  const { page, open, tolerate } = await visitor();
  tolerate(/status of 401/);
  await open("/sign-in");
  for (const [address, password] of [
    [email, "something else"],
    ["nobody@example.com", PASSWORD],
  ] as const) {
    await signIn(page, address, password);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    t.regex((await alert.textContent())!, /^The e-mail or the password is wrong/);
  }
  await signIn(page, email);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  t.is(page.url(), `${server.url}/`);
});

test("signing in leads to no page but the console's", async (t) => {
  const { server, org, visitor } = t.context;
  const email = await adminOf(server, org);
  const { page, open } = await visitor();
  for (const to of [
    "https://elsewhere.example/",
    "//elsewhere.example/recordings",
    "/\\elsewhere.example",
    "javascript:alert(1)",
  ]) {
    // What the page before still asks would be refused.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await open(`/sign-in?to=${encodeURIComponent(to)}`);
    await signIn(page, email);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    t.is(page.url(), `${server.url}/`, to);
  }
});

test("whoever has signed in already is led on, and to screens of the console alone", async (t) => {
  const { server, admin } = t.context;
  const { page } = await admin();
  for (const [to, where] of [
    ["/recordings?tag=sold", "/recordings?tag=sold"],
    ["/webhooks/../people", "/people"],
    ["/clients/a%2Fb", "/clients/a%2Fb"],
    ["/..//elsewhere.example", "/"],
    ["/.//elsewhere.example", "/"],
    ["/.//recordings", "/"],
    ["/sign-in", "/"],
    ["/sign-in/?to=/sign-in", "/"],
    ["/setup", "/"],
    ["/v1/users", "/"],
    ["/app.js", "/"],
    ["/recordings/%E0%A4%A", "/"],
    ["http://[", "/"],
    ["", "/"],
  ] as const) {
    await page.goto(`${server.url}/sign-in?to=${encodeURIComponent(to)}`);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    t.is(page.url(), server.url + where, to);
  }
});

test("whose session has ended signs in again, and is where they were", async (t) => {
  const { server, org, visitor } = t.context;
  const email = await adminOf(server, org);
  const [one, other] = [await visitor(), await visitor()];
  for (const { page, open } of [one, other]) {
    await open("/sign-in?to=/recordings");
    await signIn(page, email);
    await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
  }
  await askFrom(other.page, "mutation { signOut(everywhere: true) }");
  one.tolerate(/status of 401/);
  await one.page.getByLabel("State").selectOption("Failed");
  await one.page.waitForURL(/sign-in/);
  await signIn(one.page, email);
  await one.page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
  t.is(one.page.url(), `${server.url}/recordings?status=failed`);
});

test("the first admin sets the console up by a link that is of use once", async (t) => {
  const { server, org, visitor } = t.context;
  const { services } = server;
  const { url } = await write(services.db, org.id, (trx) => issueSetupLink(trx, services, org.id));
  const [first, second] = [await visitor(), await visitor()];
  await first.page.goto(url);
  await setUp(first.page, `first@${org.id}.example.com`, PASSWORD);
  await first.page.getByText("Ada Admin").waitFor();
  t.is(first.page.url(), `${server.url}/`);
  second.tolerate(/status of 40\d/);
  await second.page.goto(url);
  await second.page.getByLabel("Your name").waitFor();
  t.is(second.page.url(), `${server.url}/setup`);
  await setUp(second.page, `second@${org.id}.example.com`, PASSWORD);
  t.regex((await second.page.getByRole("alert").textContent())!, /^The set-up link is used/);
});

test("whoever has signed in may sign out to use a set-up link", async (t) => {
  const { server, org, admin } = t.context;
  const { services } = server;
  const { page } = await admin();
  const { url } = await write(services.db, org.id, (trx) => issueSetupLink(trx, services, org.id));
  await page.goto(url);
  await page.getByText(/^You have signed in to .+ as admin-.+@example\.com/).waitFor();
  t.is(await page.getByLabel("Password").count(), 0);
  await page.getByRole("button", { name: "Sign out" }).click();
  await setUp(page, `first@${org.id}.example.com`, PASSWORD);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  const { data } = await askFrom(page, "{ viewer { user { email } } }");
  t.is(data.viewer.user.email, `first@${org.id}.example.com`);
});

test("a session that is opened elsewhere meanwhile is in nobody's way", async (t) => {
  const { server, org, visitor } = t.context;
  const email = await adminOf(server, org);
  const other = await adminOf(server, org, `other@${org.id}.example.com`);
  const { page, open } = await visitor();
  await open("/sign-in?to=/people");
  const second = await page.context().newPage();
  await second.goto(`${server.url}/sign-in`);
  await signIn(second, other);
  await second.getByRole("navigation", { name: "Main" }).waitFor();
  await signIn(page, email);
  await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
  const { data } = await askFrom(page, "{ viewer { user { email } } }");
  t.is(data.viewer.user.email, email);
});
