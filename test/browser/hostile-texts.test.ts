import { paths } from "../../src/console/paths.js";
import { test } from "./helpers/browser.js";
import { hostileTenant, markup } from "./helpers/hostile.js";
import { screenOf } from "./helpers/screens.js";

// Of what a text could have made: the console has none of these itself.
const MADE = `[...document.querySelectorAll(
    "img, iframe, object, embed, form[action], svg[onload], [onerror], [onload], [style*=url], body script",
  ), ...[...document.links].filter(({ protocol }) => !/^https?:$/.test(protocol))]
  .map((element) => element.outerHTML)`;

const TEXT = `[...document.querySelectorAll("input, textarea")].map(({ value }) => value)
  .concat(document.body.textContent, document.title).join(" ")`;

/** Where the texts were given that the screens show. */
const texts = [
  ..."organization user client name title event tag summary notes coaching process".split(" "),
  ..."question answer template speaker said assignee reason field".split(" "),
  "action item",
  "failed call",
  "no event",
  "field key",
  "client notes",
  "insight key",
  "insight",
  "address",
  "customer",
  "team",
  "response",
  "metadata key",
  "metadata",
];

test("whatever a text has in it is shown as text, and nothing of it runs", async (t) => {
  const { server, admin } = t.context;
  const org = await hostileTenant(t, server);
  const { recordings, deliveries } = await org.graph(`{
    recordings(filter: { status: failed }) { nodes { id } }
    deliveries { nodes { id } }
  }`);
  const { page, open } = await admin(org);
  await page.exposeFunction("run", () => t.fail("a text was run"));
  let all = "";
  const screens = await Promise.all(paths.map((path) => screenOf(org, path)));
  for (const path of [
    ...screens.filter(({ bare }) => !bare).map(({ path }) => path),
    `/recordings/${recordings.nodes[0].id}`,
    `/deliveries?delivery=${deliveries.nodes[0].id}`,
  ]) {
    await open(path);
    await page.locator(".markdown.plain").first().waitFor({ state: "detached" });
    t.deepEqual(await page.evaluate(MADE), [], path);
    all += await page.evaluate(TEXT);
  }
  t.deepEqual(
    texts.filter((of) => !all.includes(markup(of))),
    [],
  );
});
