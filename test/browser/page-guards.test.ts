import { test } from "./helpers/browser.js";

const WRONGS = {
  "request elsewhere: https://elsewhere.example/image.png":
    'new Image().src = "https://elsewhere.example/image.png"',
  "refused by the policy: script-src-elem inline":
    'document.head.append(Object.assign(document.createElement("script"), { text: "1" }))',
  "refused by the policy: style-src-attr inline":
    'document.body.setAttribute("style", "color: red")',
  "console: something is wrong": 'console.error("something is wrong")',
  "uncaught: Error: nobody catches this":
    'setTimeout(() => { throw new Error("nobody catches this") })',
  "status of 404": 'fetch("nothing.js")',
};

test("whatever a page does wrong would fail its test", async (t) => {
  const { page, open, findings } = await t.context.visitor();
  await open("/sign-in");
  t.deepEqual(findings, []);
  for (const [finding, wrong] of Object.entries(WRONGS)) {
    await page.evaluate(`void (${wrong})`);
    while (!findings.some((found) => found.includes(finding))) await page.evaluate("0");
  }
  t.pass();
  await page.close();
  findings.splice(0);
});
