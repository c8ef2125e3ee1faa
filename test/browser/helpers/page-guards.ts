import { setTimeout } from "node:timers/promises";
import type { BrowserContext, Page, Request } from "playwright-core";

/** Checks that run on every page of every test. */
export interface PageGuards {
  /** Requests to other origins, errors in the browser's console, violations of the content security policy. */
  findings: string[];
  /** Ignores findings that match. The browser logs every 4xx response as an error, also an intended one. */
  allowMessage: (message: RegExp) => void;
  /** Allows requests to another origin. */
  allowOrigin: (origin: string) => void;
  /** Resolves once no query or mutation awaits its response, and the last response is shown. */
  waitForResponses: (page: Page) => Promise<void>;
}

// The browser reports violations that the page's own scripts never see.
const REPORT_POLICY_VIOLATIONS = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  console.error("refused by the policy: " + violatedDirective + " " + blockedURI))`;

// A response is shown in the frame after the one in which its script reads it.
const WAIT_FOR_FRAMES = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(resolve)))`;

const isOperation = (request: Request): boolean => new URL(request.url()).pathname === "/graphql";

const watchPage = (page: Page, report: (finding: string) => void): void => {
  page.on("console", (message) => {
    if (message.type() === "error")
      report(`console: ${message.text()} (${message.location().url} on ${page.url()})`);
  });
  page.on("pageerror", (error) => report(`uncaught: ${error.stack ?? error.message}`));
  page.on("crash", () => report(`crashed: ${page.url()}`));
};

/** Watches all pages of a browser context. */
export const watchContext = async (
  context: BrowserContext,
  origin: string,
): Promise<PageGuards> => {
  const findings: string[] = [];
  const allowed: RegExp[] = [];
  const origins = new Set([origin]);
  const report = (finding: string): void => {
    if (!allowed.some((message) => message.test(finding))) findings.push(finding);
  };
  const checkUrl = (url: string): void => {
    const { protocol, origin } = new URL(url);
    if (!/^(data|blob|about):$/.test(protocol) && !origins.has(origin))
      report(`request to another origin: ${url}`);
  };
  const operations = new Set<Request>();
  context.on("request", (request) => {
    checkUrl(request.url());
    if (isOperation(request)) operations.add(request);
  });
  for (const event of ["requestfinished", "requestfailed"] as const)
    context.on(event as "requestfinished", (request) => void operations.delete(request));
  context.on("page", (page) => {
    watchPage(page, report);
    page.on("websocket", (socket) => report(`web socket: ${socket.url()}`));
  });
  await context.addInitScript(REPORT_POLICY_VIOLATIONS);
  return {
    findings,
    allowMessage: (message) => void allowed.push(message),
    allowOrigin: (origin) => void origins.add(origin),
    waitForResponses: async (page) => {
      while (operations.size > 0) await setTimeout(10);
      await page.evaluate(WAIT_FOR_FRAMES);
    },
  };
};
