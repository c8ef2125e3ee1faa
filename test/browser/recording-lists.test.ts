import { test } from "./helpers/browser.js";

test("the recordings page shows more of them when it is asked to", async (t) => {
  const { admin, demo } = t.context;
  const { page, open } = await admin(demo);
  await open("/recordings");
  const rows = page.getByRole("rowheader");
  t.is(await rows.count(), 25);
  const first = await rows.allTextContents();
  await page.getByRole("button", { name: "Load more" }).click();
  await rows.nth(49).waitFor();
  t.is(await rows.count(), 50);
  t.deepEqual((await rows.allTextContents()).slice(0, 25), first);
});

test("what the recordings page is filtered by is in its address", async (t) => {
  const { admin, demo, server } = t.context;
  const { page, open } = await admin(demo);
  const users = page.locator("td[data-title=User]");
  // Whoever sold something lately: the demo's calls end with the day on which it is made.
  await open("/recordings?tag=sold");
  const name = (await users.first().textContent())!;
  const email = `${name.toLowerCase().replace(" ", ".")}@larkspur.example`;
  await open("/recordings");
  await page.getByLabel("User").selectOption({ label: name });
  await page.waitForURL(/userEmail=/);
  t.is(page.url(), `${server.url}/recordings?userEmail=${encodeURIComponent(email)}`);
  await page.getByLabel("Tag").fill("sold");
  await page.keyboard.press("Enter");
  await page.waitForURL(/tag=sold/);
  for (const again of [() => Promise.resolve(), () => page.reload()]) {
    await again();
    await page.getByRole("row").nth(1).waitFor();
    await page.locator("table[aria-busy=true]").waitFor({ state: "detached" });
    await users.first().waitFor();
    t.deepEqual([...new Set(await users.allTextContents())], [name]);
    t.is(await page.getByLabel("User").inputValue(), email);
  }
});

test("a filter that finds nothing says so, and how to get out of it", async (t) => {
  const { admin, demo } = t.context;
  const { page, open } = await admin(demo);
  await open("/recordings?tag=nothing");
  await page.getByText("No recording is like that").waitFor();
  await page.getByRole("link", { name: "Show all recordings" }).click();
  await page.getByRole("rowheader").first().waitFor();
  t.true(page.url().endsWith("/recordings"));
});

test("an organization without recordings is told how to begin", async (t) => {
  const { page, open } = await t.context.admin();
  await open("/recordings");
  await page.getByText("There are no recordings yet").waitFor();
  t.pass();
});

test("where a changed filter cannot be answered, nothing stands there in its place", async (t) => {
  const { page, open, tolerate } = await t.context.admin(t.context.demo);
  await open("/recordings");
  const rows = page.getByRole("rowheader");
  tolerate(/net::ERR_FAILED/);
  await page.route("**/graphql", (route) => route.abort());
  await page.getByRole("button", { name: "Load more" }).click();
  await page.getByRole("alert").waitFor();
  t.is(await rows.count(), 25, "those of the same filters stay");
  await page.getByLabel("State").selectOption("Failed");
  await page.waitForURL(/status=failed/);
  await rows.first().waitFor({ state: "detached" });
  await page.getByRole("alert").waitFor();
  await page.unroute("**/graphql");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("table").or(page.getByText("No recording is like that")).waitFor();
  t.is(await page.getByRole("alert").count(), 0);
});

test("recordings are searched by words, which are marked where they were said", async (t) => {
  const { admin, demo } = t.context;
  const { page, open } = await admin(demo);
  await open("/recordings");
  await page.getByLabel("Words").fill("price");
  await page.keyboard.press("Enter");
  await page.waitForURL(/search=price/);
  await page.locator("mark").first().waitFor();
  const marked = await page.locator("mark").allTextContents();
  t.deepEqual([...new Set(marked.map((text) => text.toLowerCase()))], ["price"]);
  t.true((await page.getByText("Recordings, best match first").count()) > 0);
});
