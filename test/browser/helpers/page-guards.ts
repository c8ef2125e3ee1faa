import type { BrowserContext, Page } from "playwright-core";

/** What is looked for on every page, whatever a test is about. */
export interface Guards {
  /** What was found: requests elsewhere, errors on the browser's console, refusals of the policy. */
  findings: string[];
  /** Lets this be: the browser reports every answer of 4xx as an error, also one that a test provokes. */
  tolerate: (message: RegExp) => void;
  /** Lets pages ask this origin too. */
  allow: (origin: string) => void;
}

// Told by the browser itself, also of what the page's own scripts never see.
const LISTEN = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  console.error("refused by the policy: " + violatedDirective + " " + blockedURI))`;

const watchPage = (page: Page, report: (finding: string) => void): void => {
  page.on("console", (message) => {
    if (message.type() === "error")
      report(`console: ${message.text()} (${message.location().url} on ${page.url()})`);
  });
  page.on("pageerror", (error) => report(`uncaught: ${error.stack ?? error.message}`));
  page.on("crash", () => report(`crashed: ${page.url()}`));
};

/** Watches everything that the pages of a browser context do. */
export const watch = async (context: BrowserContext, origin: string): Promise<Guards> => {
  const findings: string[] = [];
  const tolerated: RegExp[] = [];
  const origins = new Set([origin]);
  const report = (finding: string): void => {
    if (!tolerated.some((message) => message.test(finding))) findings.push(finding);
  };
  const checkUrl = (url: string): void => {
    const { protocol, origin } = new URL(url);
    if (!/^(data|blob|about):$/.test(protocol) && !origins.has(origin))
      report(`request elsewhere: ${url}`);
  };
  context.on("request", (request) => checkUrl(request.url()));
  context.on("page", (page) => {
    watchPage(page, report);
    page.on("websocket", (socket) => report(`web socket: ${socket.url()}`));
  });
  await context.addInitScript(LISTEN);
  return {
    findings,
    tolerate: (message) => void tolerated.push(message),
    allow: (origin) => void origins.add(origin),
  };
};
