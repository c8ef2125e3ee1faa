import type { Page } from "playwright-core";
import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import { uploadForm } from "../helpers/recordings/media.js";
import { PASSWORD } from "../helpers/sign-in/console-session.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const transcript = [
  { speaker: "Ann", role: "rep", text: "Hello, this is Ann.", start: 0, end: 1_200 },
  { speaker: "Ben", role: "client", text: "That is too expensive.", start: 1_500, end: 3_000 },
];

const write = async (page: Page, text: string, choices: Record<string, string> = {}) => {
  const dialog = page.getByRole("dialog", { name: "Comment on the call" });
  await dialog.getByRole("textbox", { name: "Comment" }).fill(text);
  for (const [label, option] of Object.entries(choices))
    await dialog.getByLabel(label).selectOption({ label: option });
  await dialog.getByRole("button", { name: "Comment" }).click();
  await dialog.waitFor({ state: "detached" });
};

test("a comment on a moment is answered by the rep, and resolved", async (t) => {
  const { server, org, openAsAdmin, openAsVisitor } = t.context;
  const email = await org.createUser(`rep@${org.id}.example.com`, { name: "Ron Rep" });
  const fields = { transcript, user_email: email };
  const { id } = (await uploadForm(server, org, fields)).body.recording;
  await completeAnalysis(org, id);
  const admin = await openAsAdmin();
  await admin.open(`/recordings/${id}`);
  const line = admin.page.getByRole("button", { name: "That is too expensive." });
  await line.click();
  await admin.page.locator(".line[aria-current=true]", { hasText: "too expensive" }).waitFor();
  await admin.page.keyboard.press("c");
  await write(admin.page, "Ask what they compare it with.\nTry it on Monday.");
  const section = admin.page.getByRole("region", { name: "Comments" });
  const comment = section.getByRole("listitem");
  await comment.getByText("Ask what they compare it with.").waitFor();
  await comment.getByText("for Ron Rep").waitFor();
  await comment.getByRole("button", { name: "“That is too expensive.”" }).waitFor();
  t.is(await admin.page.locator(".talk-strip .comment").count(), 1);
  await admin.page.keyboard.press("c");
  const draft = admin.page.getByRole("dialog").getByRole("textbox", { name: "Comment" });
  await draft.fill("And then");
  await admin.page.keyboard.press("Escape");
  await draft.waitFor({ state: "detached" });
  await admin.page.keyboard.press("c");
  t.is(await draft.inputValue(), "And then", "Escape keeps the draft");
  await admin.page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await draft.waitFor({ state: "detached" });
  await admin.page.keyboard.press("c");
  t.is(await draft.inputValue(), "", "Cancel discards it");
  await admin.page.keyboard.press("Escape");
  await draft.waitFor({ state: "detached" });
  t.deepEqual(await findAccessibilityProblems(admin.page), []);

  await signInAs(server, org, email, "rep");
  const { page, allowMessage } = await openAsVisitor({ viewport: { width: 390, height: 844 } });
  allowMessage(/status of 401/);
  await page.goto(`${server.url}/comments?show=forMe`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  const received = page.getByRole("main").getByRole("listitem");
  await received.getByText("Ask what they compare it with.").waitFor();
  t.is(await received.getByRole("button", { name: "Delete" }).count(), 0, "another's comment");
  await received.getByRole("button", { name: "Reply" }).click();
  await received.getByLabel("Reply").fill("I will.");
  t.deepEqual(await findAccessibilityProblems(page), []);
  t.deepEqual(await findOverflowingElements(page), []);
  await received.getByRole("button", { name: "Reply" }).click();
  await received.getByText("I will.").waitFor();
  const link = received.getByRole("link");
  t.is(await link.getAttribute("href"), `/recordings/${id}#t=1`);

  await admin.open(`/recordings/${id}`);
  await section.getByText("I will.").waitFor();
  await section.getByRole("button", { name: "Mark as reviewed" }).click();
  await section.getByText(/^Reviewed by you on/).waitFor();
  await section.getByRole("button", { name: "Resolve" }).click();
  await section.getByRole("button", { name: "Open again" }).waitFor();
  await admin.open(`/recordings/${id}`);
  await section.getByText("1 resolved").click();
  await section.getByText("Ask what they compare it with.").waitFor();
  await admin.open("/comments");
  await admin.page.getByText("No such comments").waitFor();
  await admin.open(`/recordings/${id}`);
  await section.getByText("1 resolved").click();
  await section.getByRole("button", { name: "Delete" }).first().click();
  await admin.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await admin.page.locator(".talk-strip .comment").waitFor({ state: "detached" });
});

test("words of a call without audio are commented on, privately first", async (t) => {
  const { org, openAsAdmin } = t.context;
  const id = await org.createProcessed({}, { transcript });
  const { page, open, allowMessage } = await openAsAdmin();
  allowMessage(/status of 4/);
  await open(`/recordings/${id}`);
  const section = page.getByRole("region", { name: "Comments" });
  await section.getByText("Select words of one line").waitFor();
  await page.getByText("That is too expensive.").selectText();
  await section.getByRole("button", { name: "Comment" }).click();
  await write(page, "Not now.", { For: "Only me: admins see it, too" });
  await section.getByText("“That is too expensive.”").waitFor();
  await section.getByText("only its author and admins see it").waitFor();
  await section.getByRole("button", { name: "Share" }).click();
  await section.getByText("only its author").waitFor({ state: "detached" });
  await section.getByRole("button", { name: "Edit" }).click();
  await section.getByLabel("Your comment").fill(" ");
  await section.getByRole("button", { name: "Save" }).click();
  await page.locator("textarea[aria-invalid=true]").waitFor();
  t.is(await section.getByLabel("Your comment").inputValue(), " ", "a refused text stays");
  await section.getByLabel("Your comment").fill("Next time.");
  await section.getByRole("button", { name: "Save" }).click();
  await section.getByText("Next time.").waitFor();
  const { recording } = await org.graphql(
    "query ($id: ID!) { recording(id: $id) { comments { nodes { text isPrivate words { line } } } } }",
    { id },
  );
  t.deepEqual(recording.comments.nodes, [
    { text: "Next time.", isPrivate: false, words: { line: 1 } },
  ]);
  await section.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await section.getByText("No comments yet.").waitFor();
});

test("a comment that is refused says why, and keeps its text", async (t) => {
  const { org, openAsAdmin } = t.context;
  const id = await org.createProcessed({}, { transcript });
  const { page, open, allowMessage } = await openAsAdmin();
  allowMessage(/status of 4/);
  await open(`/recordings/${id}`);
  await page.keyboard.press("c");
  await page.locator("textarea:focus").waitFor();
  const text = page.getByRole("textbox", { name: "Comment" });
  await text.fill(" ");
  await page.getByRole("dialog").getByRole("button", { name: "Comment" }).click();
  await page.locator("textarea[aria-invalid=true]").waitFor();
  t.is(await text.inputValue(), " ");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});
