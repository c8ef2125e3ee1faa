import anyTest, { type TestFn } from "ava";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { AccountRole } from "../../../db/sign-in/account-roles.js";
import { signInAdmin } from "../../helpers/sign-in/console-session.js";
import { type MailServer, startMailServer } from "../../helpers/sign-in/mail-server.js";
import { signInAs } from "../../helpers/sign-in/viewers.js";
import { startServer, type TestServer } from "../../helpers/server.js";
import type { Tenant } from "../../helpers/tenant.js";
import { findChromium } from "./find-chromium.js";
import { createDemoOrganization } from "./demo.js";
import { type PageGuards, watchContext } from "./page-guards.js";
import { createSlots } from "./slots.js";

/** A page of the console in a browser context of its own, with its own cookies. */
interface BrowserConsole extends PageGuards {
  page: Page;
  /** Loads a screen: `open("/recordings")`. Resolves once nothing is loading. */
  open: (path: string) => Promise<void>;
}

export interface BrowserTestContext {
  server: TestServer;
  /** The server's mail server. */
  mails: MailServer;
  /** The test's own organization; it has only the user rep@example.com. */
  org: Tenant;
  /** The organization of `debrief demo`, shared by all tests: read only. */
  demo: Tenant;
  /** Opens a console as a signed-in admin of the organization; default: `org`. */
  openAsAdmin: (org?: Tenant, options?: BrowserContextOptions) => Promise<BrowserConsole>;
  /** Opens a console as a user of `org`, who signs in with the role. */
  openAsUser: (
    email: string,
    role: AccountRole,
    options?: BrowserContextOptions,
  ) => Promise<BrowserConsole>;
  /** Opens a console without signing in. */
  openAsVisitor: (options?: BrowserContextOptions) => Promise<BrowserConsole>;
}

interface SharedBrowser {
  browser: Browser;
  mails: MailServer;
  server: TestServer;
  demo: Tenant;
}

/** A test's resources, released when it ends. */
interface OpenResources {
  release: () => void;
  consoles: { guards: PageGuards; close: () => Promise<void> }[];
}

// Keeps every request of a page on this machine.
const CHROMIUM_ARGS = [
  "--no-sandbox",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
  // A third of the CPU time: one process for all pages of a site, and none for drawing.
  "--renderer-process-limit=1",
  "--in-process-gpu",
  "--disable-gpu",
  "--disable-software-rasterizer",
  "--disable-extensions",
  "--disable-background-networking",
  "--disable-component-update",
];
const MAX_CONCURRENT_TESTS = 3;
// Without animations, the tests see only final states.
const CONTEXT_OPTIONS: BrowserContextOptions = {
  reducedMotion: "reduce",
  viewport: { width: 1280, height: 800 },
  locale: "en-GB",
  timezoneId: "Etc/GMT+5",
};

/** Ends a step that hangs. Far above what any takes, as other tests can keep every core busy. */
const STEP_TIMEOUT_MS = 60_000;

/** Shares one browser, one server and one demo organization among all test files of the process. */
export const test = anyTest as TestFn<BrowserTestContext>;

const slots = createSlots(MAX_CONCURRENT_TESTS);
const resourcesByTest = new WeakMap<BrowserTestContext, OpenResources>();
let shared: SharedBrowser | undefined;

const openConsole = async (
  { browser, server }: SharedBrowser,
  { consoles }: OpenResources,
  options: BrowserContextOptions,
): Promise<BrowserConsole> => {
  const context = await browser.newContext({ ...CONTEXT_OPTIONS, ...options });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const guards = await watchContext(context, server.url);
  // These pages check whether a session exists; the browser logs the 401 as an error.
  guards.allowMessage(/status of 401.*\/graphql on \S*\/(sign-in|setup|join)\b/);
  consoles.push({ guards, close: () => context.close() });
  const page = await context.newPage();
  return {
    page,
    open: async (path) => {
      await page.goto(server.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator(".skeleton, [aria-busy=true]").first().waitFor({ state: "detached" });
      await guards.waitForResponses(page);
    },
    ...guards,
  };
};

// Playwright sets a domain on every cookie, which the prefix __Host- forbids.
const setCookie = async (page: Page, url: string, cookie: string): Promise<void> => {
  const [name, value] = cookie.split("=");
  const debug = await page.context().newCDPSession(page);
  const attributes = { name: name!, value: value!, url, path: "/", secure: true, httpOnly: true };
  await debug.send("Network.setCookie", { ...attributes, sameSite: "Strict" });
  await debug.detach();
};

test.before(async () => {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("Chromium not found; set CHROMIUM to its path");
  const [browser, { mails, server }] = await Promise.all([
    chromium.launch({ executablePath, args: CHROMIUM_ARGS }),
    startMailServer().then(async (mails) => ({
      mails,
      server: await startServer({ smtp: mails.server, maxUploadBytes: 16_000_000 }),
    })),
  ]);
  // Browsers use the real clock.
  server.clock.time = Date.now();
  server.services.publicUrl = server.url;
  shared = { browser, server, mails, demo: await createDemoOrganization(server) };
});

test.beforeEach(async (t) => {
  const resources: OpenResources = { release: await slots.take(), consoles: [] };
  const { server, mails, demo } = shared!;
  const openAsVisitor: BrowserTestContext["openAsVisitor"] = (options = {}) =>
    openConsole(shared!, resources, options);
  const org = await server.createTenant();
  await org.createUser();
  t.context = {
    server,
    mails,
    org,
    demo,
    openAsVisitor,
    openAsUser: async (email, role, options = {}) => {
      const userConsole = await openAsVisitor(options);
      const { cookie } = await signInAs(server, org, email, role);
      await setCookie(userConsole.page, server.url, cookie!);
      return userConsole;
    },
    openAsAdmin: async (tenant = org, options = {}) => {
      const adminConsole = await openAsVisitor(options);
      const { cookie } = await signInAdmin(
        server,
        tenant,
        `admin-${server.services.newId()}@example.com`,
      );
      await setCookie(adminConsole.page, server.url, cookie!);
      return adminConsole;
    },
  };
  resourcesByTest.set(t.context, resources);
});

test.afterEach((t) => {
  const findings = resourcesByTest
    .get(t.context)!
    .consoles.flatMap(({ guards }) => guards.findings);
  t.deepEqual(findings, [], "a page sent a request to another origin or reported an error");
});

test.afterEach.always(async (t) => {
  const resources = resourcesByTest.get(t.context);
  await Promise.all((resources?.consoles ?? []).map(({ close }) => close()));
  resources?.release();
});

test.after.always(async () => {
  await shared?.browser.close();
  await shared?.server.stop();
  await shared?.mails.stop();
});
