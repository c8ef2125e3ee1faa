import type { Page } from "playwright-core";
import { write } from "../../db/engine/write.js";
import { issueSetupLink } from "../../graph/sign-in/setup-links.js";
import { createAdmin, PASSWORD } from "../helpers/sign-in/console-session.js";
import { queryFromPage } from "./helpers/query-from-page.js";
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

test("a recording link from /v1 opens the recording after sign-in", async (t) => {
  const { server, org, openAsVisitor } = t.context;
  const email = await createAdmin(server, org);
  const id = await org.createProcessed({ name: "The first visit" });
  const link: string = (await org.get(`/v1/recordings/${id}`)).body.recording.recording;
  const { page, allowMessage } = await openAsVisitor();
  allowMessage(/status of 401/);
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
  await signIn(page, email);
  await page.getByRole("heading", { level: 1, name: "The first visit" }).waitFor();
  t.is(page.url(), link);
  await page.goBack();
  t.is(page.url(), "about:blank", "the sign-in page isn't in the history");
});

test("filters survive sign-in", async (t) => {
  const { server, org, openAsVisitor } = t.context;
  const email = await createAdmin(server, org);
  const { page, allowMessage } = await openAsVisitor();
  allowMessage(/status of 401/);
  const address = `${server.url}/recordings?tag=a%26b&status=failed`;
  await page.goto(address);
  await page.waitForURL(/sign-in/);
  await signIn(page, email);
  await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
  t.is(await page.getByRole("textbox", { name: "Tag" }).inputValue(), "a&b");
  t.is(page.url(), address);
});

test("a wrong password shows an error and allows another try", async (t) => {
  const { server, org, openAsVisitor } = t.context;
  const email = await createAdmin(server, org);
  const { page, open, allowMessage } = await openAsVisitor();
  allowMessage(/status of 401/);
  await open("/sign-in");
  for (const [address, password] of [
    [email, "something else"],
    ["unknown@example.com", PASSWORD],
  ] as const) {
    await signIn(page, address, password);
    const alert = page.getByRole("alert");
    await alert.waitFor();
    t.regex((await alert.textContent())!, /^Wrong e-mail or password/);
  }
  await signIn(page, email);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  t.is(page.url(), `${server.url}/`);
});

test("sign-in never redirects to another origin", async (t) => {
  const { server, org, openAsVisitor } = t.context;
  const email = await createAdmin(server, org);
  const { page, open } = await openAsVisitor();
  for (const to of [
    "https://elsewhere.example/",
    "//elsewhere.example/recordings",
    "/\\elsewhere.example",
    "javascript:alert(1)",
  ]) {
    // Requests of the previous page would fail without cookies.
    await page.goto("about:blank");
    await page.context().clearCookies();
    await open(`/sign-in?to=${encodeURIComponent(to)}`);
    await signIn(page, email);
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    t.is(page.url(), `${server.url}/`, to);
  }
});

test("the sign-in page redirects a signed-in user to console screens only", async (t) => {
  const { server, openAsAdmin } = t.context;
  const { page } = await openAsAdmin();
  for (const [to, target] of [
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
    t.is(page.url(), server.url + target, to);
  }
});

test("a user whose session ended returns to the same screen after sign-in", async (t) => {
  const { server, org, openAsVisitor } = t.context;
  const email = await createAdmin(server, org);
  const [first, second] = [await openAsVisitor(), await openAsVisitor()];
  for (const { page, open } of [first, second]) {
    await open("/sign-in?to=/recordings");
    await signIn(page, email);
    await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
  }
  await queryFromPage(second.page, "mutation { signOut(everywhere: true) }");
  first.allowMessage(/status of 401/);
  await first.page.locator("summary").filter({ hasText: "More filters" }).click();
  await first.page.getByLabel("Status").selectOption("Failed");
  await first.page.waitForURL(/sign-in/);
  await signIn(first.page, email);
  await first.page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
  t.is(first.page.url(), `${server.url}/recordings?status=failed`);
});

test("a setup link creates an admin once", async (t) => {
  const { server, org, openAsVisitor } = t.context;
  const { services } = server;
  const { url } = await write(services.db, org.id, (trx) => issueSetupLink(trx, services, org.id));
  const [first, second] = [await openAsVisitor(), await openAsVisitor()];
  await first.page.goto(url);
  await setUp(first.page, `first@${org.id}.example.com`, PASSWORD);
  await first.page.getByText("Ada Admin").waitFor();
  t.is(first.page.url(), `${server.url}/`);
  second.allowMessage(/status of 40\d/);
  await second.page.goto(url);
  await second.page.getByLabel("Your name").waitFor();
  t.is(second.page.url(), `${server.url}/setup`);
  await setUp(second.page, `second@${org.id}.example.com`, PASSWORD);
  t.regex((await second.page.getByRole("alert").textContent())!, /^The set-up link was used/);
});

test("a new organization starts with the scorecard that its admin chooses, unless it has one", async (t) => {
  const { server, org, openAsVisitor } = t.context;
  const { services } = server;
  const names: string[][] = [];
  for (const [index, scorecard] of ["None", undefined, "Sales call"].entries()) {
    const { url } = await write(services.db, org.id, (trx) =>
      issueSetupLink(trx, services, org.id),
    );
    const { page } = await openAsVisitor();
    await page.goto(url);
    if (scorecard) await page.getByLabel("Scorecard").selectOption(scorecard);
    await setUp(page, `admin-${index}@${org.id}.example.com`, PASSWORD);
    await page.getByRole("heading", { name: "Getting started" }).waitFor();
    const { templates } = await org.graphql("{ templates { name questions { question } } }");
    names.push(templates.map(({ name }: { name: string }) => name));
    if (index === 1) t.is(templates[0].questions.length, 8);
  }
  t.deepEqual(names, [[], ["In-home sales visit"], ["In-home sales visit"]]);
});

test("a signed-in user can sign out to use a setup link", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  const { services } = server;
  const { page } = await openAsAdmin();
  const { url } = await write(services.db, org.id, (trx) => issueSetupLink(trx, services, org.id));
  await page.goto(url);
  await page.getByText(/^You are signed in to .+ as admin-.+@example\.com/).waitFor();
  t.is(await page.getByLabel("Password").count(), 0);
  await page.getByRole("button", { name: "Sign out" }).click();
  await setUp(page, `first@${org.id}.example.com`, PASSWORD);
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  const { data } = await queryFromPage(page, "{ viewer { user { email } } }");
  t.is(data.viewer.user.email, `first@${org.id}.example.com`);
});

test("signing in works while another tab has opened another session", async (t) => {
  const { server, org, openAsVisitor } = t.context;
  const email = await createAdmin(server, org);
  const other = await createAdmin(server, org, `other@${org.id}.example.com`);
  const { page, open } = await openAsVisitor();
  await open("/sign-in?to=/people");
  const second = await page.context().newPage();
  await second.goto(`${server.url}/sign-in`);
  await signIn(second, other);
  await second.getByRole("navigation", { name: "Main" }).waitFor();
  await signIn(page, email);
  await page.getByRole("heading", { level: 1, name: "People" }).waitFor();
  const { data } = await queryFromPage(page, "{ viewer { user { email } } }");
  t.is(data.viewer.user.email, email);
});
