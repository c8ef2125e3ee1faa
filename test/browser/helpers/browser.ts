import anyTest, { type TestFn } from "ava";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { signedIn } from "../../helpers/console.js";
import "../../helpers/once.js";
import { startServer, type TestServer } from "../../helpers/server.js";
import type { Tenant } from "../../helpers/tenant.js";
import { chromiumPath } from "./chromium.js";
import { createDemo } from "./demo.js";
import { type Guards, watch } from "./guards.js";
import { createSlots } from "./slots.js";

/** A page of the console in a browser of its own: no other has its cookies. */
export interface Console extends Guards {
  page: Page;
  /** Loads a screen, as from a link elsewhere: `open("/recordings")`. Resolves once nothing is loading. */
  open: (path: string) => Promise<void>;
}

export interface Browsing {
  server: TestServer;
  /** The test's own organization: with a user, rep@example.com, and nothing else. */
  org: Tenant;
  /** That of `debrief demo`, for all tests: for reading only. */
  demo: Tenant;
  /** An admin of the organization, signed in: `org` unless another is given. */
  admin: (org?: Tenant, options?: BrowserContextOptions) => Promise<Console>;
  /** Somebody who has not signed in. */
  visitor: (options?: BrowserContextOptions) => Promise<Console>;
}

interface Shared {
  browser: Browser;
  server: TestServer;
  demo: Tenant;
}

/** What a test has open, until it ends. */
interface Open {
  release: () => void;
  consoles: { guards: Guards; close: () => Promise<void> }[];
}

// Nothing that a page asks for ever leaves this machine.
const ARGS = [
  "--no-sandbox",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];
const AT_ONCE = 3;
// Nothing is half faded when it is looked at.
const OPTIONS: BrowserContextOptions = {
  reducedMotion: "reduce",
  viewport: { width: 1280, height: 800 },
  locale: "en-GB",
  timezoneId: "Etc/GMT+5",
};

/** One browser, server and made-up organization for the process: test/run.ts lets files share it. */
export const test = anyTest as TestFn<Browsing>;

const slots = createSlots(AT_ONCE);
const opened = new WeakMap<Browsing, Open>();
let shared: Shared | undefined;

const openConsole = async (
  { browser, server }: Shared,
  { consoles }: Open,
  options: BrowserContextOptions,
): Promise<Console> => {
  const context = await browser.newContext({ ...OPTIONS, ...options });
  context.setDefaultTimeout(10_000);
  const guards = await watch(context, server.url);
  // There it is asked whether somebody has signed in, which the browser takes for an error.
  guards.tolerate(/status of 401.*\/graphql on \S*\/(sign-in|setup)\b/);
  consoles.push({ guards, close: () => context.close() });
  const page = await context.newPage();
  return {
    page,
    open: async (path) => {
      await page.goto(server.url + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator(".skeleton, [aria-busy=true]").first().waitFor({ state: "detached" });
    },
    ...guards,
  };
};

// Playwright names a domain with every cookie, which the prefix __Host- forbids.
const keepCookie = async (page: Page, url: string, cookie: string): Promise<void> => {
  const [name, value] = cookie.split("=");
  const debug = await page.context().newCDPSession(page);
  const kept = { name: name!, value: value!, url, path: "/", secure: true, httpOnly: true };
  await debug.send("Network.setCookie", { ...kept, sameSite: "Strict" });
  await debug.detach();
};

test.before(async () => {
  const executablePath = chromiumPath();
  if (executablePath === undefined)
    throw new Error("there is no Chromium: set CHROMIUM to its path");
  const [browser, server] = await Promise.all([
    chromium.launch({ executablePath, args: ARGS }),
    startServer(),
  ]);
  // The browser's clock is the real one.
  server.clock.time = Date.now();
  server.services.publicUrl = server.url;
  shared = { browser, server, demo: await createDemo(server) };
});

test.beforeEach(async (t) => {
  const open: Open = { release: await slots.take(), consoles: [] };
  const { server, demo } = shared!;
  const visitor: Browsing["visitor"] = (options = {}) => openConsole(shared!, open, options);
  const org = await server.tenant();
  await org.user();
  t.context = {
    server,
    org,
    demo,
    visitor,
    admin: async (whose = org, options = {}) => {
      const one = await visitor(options);
      const { cookie } = await signedIn(
        server,
        whose,
        `admin-${server.services.newId()}@example.com`,
      );
      await keepCookie(one.page, server.url, cookie!);
      return one;
    },
  };
  opened.set(t.context, open);
});

test.afterEach((t) => {
  const findings = opened.get(t.context)!.consoles.flatMap(({ guards }) => guards.findings);
  t.deepEqual(findings, [], "a page asked elsewhere, or said that something is wrong");
});

test.afterEach.always(async (t) => {
  const open = opened.get(t.context);
  await Promise.all((open?.consoles ?? []).map(({ close }) => close()));
  open?.release();
});

test.after.always(async () => {
  await shared?.browser.close();
  await shared?.server.stop();
});
