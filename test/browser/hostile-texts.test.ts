import { screenPaths } from "../../src/api/console/paths.js";
import { analysisTextNames } from "../helpers/analysis/analysis-texts.js";
import { test } from "./helpers/browser.js";
import { createHostileOrganization, buildHostileMarkup } from "./helpers/hostile-organization.js";
import { resolveScreen } from "./helpers/screens.js";

// Elements that a hostile text could create. The console itself has none of them.
const FIND_INJECTED = `[...document.querySelectorAll(
    "img, iframe, object, embed, form[action], svg[onload], [onerror], [onload], [style*=url], body script",
  ), ...[...document.links].filter(({ protocol }) => !/^https?:$/.test(protocol))]
  .map((element) => element.outerHTML)`;

const READ_TEXT = `[...document.querySelectorAll("input, textarea")].map(({ value }) => value)
  .concat(document.body.textContent, document.title).join(" ")`;

/** The fields whose hostile texts the screens show. */
const fields = [
  ..."organization user client name title event tag summary process".split(" "),
  ...analysisTextNames,
  ..."question answer template speaker said assignee reason field".split(" "),
  "action item",
  "comment",
  "clip",
  "playlist",
  "view",
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

test("the console shows hostile texts as text and runs none of them", async (t) => {
  const { server, openAsAdmin } = t.context;
  const org = await createHostileOrganization(t, server);
  const { recordings, deliveries } = await org.graphql(`{
    recordings(filter: { status: failed }) { nodes { id } }
    deliveries { nodes { id } }
  }`);
  const { page, open } = await openAsAdmin(org);
  await page.exposeFunction("run", () => t.fail("a hostile text ran"));
  let shownText = "";
  const screens = await Promise.all(screenPaths.map((path) => resolveScreen(org, path)));
  for (const path of [
    ...screens.filter(({ isSignedOut }) => !isSignedOut).map(({ path }) => path),
    `/recordings/${recordings.nodes[0].id}`,
    `${(await resolveScreen(org, "/recordings/:id")).path}?tab=details`,
    `/deliveries?delivery=${deliveries.nodes[0].id}`,
  ]) {
    await open(path);
    await page.locator(".markdown.plain").first().waitFor({ state: "detached" });
    t.deepEqual(await page.evaluate(FIND_INJECTED), [], path);
    shownText += await page.evaluate(READ_TEXT);
  }
  t.deepEqual(
    fields.filter((place) => !shownText.includes(buildHostileMarkup(place))),
    [],
  );
});
