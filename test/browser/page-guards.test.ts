import { test } from "./helpers/browser.js";

const VIOLATIONS = {
  "request to another origin: https://elsewhere.example/image.png":
    'new Image().src = "https://elsewhere.example/image.png"',
  "refused by the policy: script-src-elem inline":
    'document.head.append(Object.assign(document.createElement("script"), { text: "1" }))',
  "refused by the policy: style-src-attr inline":
    'document.body.setAttribute("style", "color: red")',
  "console: something is wrong": 'console.error("something is wrong")',
  "uncaught: Error: an uncaught error":
    'setTimeout(() => { throw new Error("an uncaught error") })',
  "status of 404": 'fetch("nothing.js")',
};

test("the guards report every error and foreign request of a page", async (t) => {
  const { page, open, findings } = await t.context.openAsVisitor();
  await open("/sign-in");
  t.deepEqual(findings, []);
  for (const [finding, violation] of Object.entries(VIOLATIONS)) {
    await page.evaluate(`void (${violation})`);
    while (!findings.some((reported) => reported.includes(finding))) await page.evaluate("0");
  }
  t.pass();
  await page.close();
  findings.splice(0);
});
