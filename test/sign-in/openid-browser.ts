import { randomInt } from "node:crypto";
import { type ConsoleSession, createConsoleSession } from "../helpers/sign-in/console-session.js";
import { HOME } from "../helpers/sign-in/openid-settings.js";
import type { SharedServer } from "../helpers/server.js";

const SESSION_COOKIE = "__Host-debrief";
export const ATTEMPT_COOKIE = "__Host-debrief-openid";
const MAX_REDIRECTS = 12;

interface Visit {
  status: number;
  /** Where the answer sends the browser. */
  location: string | undefined;
  setCookies: string[];
  text: string;
}

/** A browser with cookies, which reaches the server by its PUBLIC_URL, from an address of its own. */
export interface OpenIdBrowser {
  address: string;
  /** The cookies of the server, by name. */
  cookies: Map<string, string>;
  /** Who the browser is at the provider. */
  person: string | undefined;
  visit: (url: string, headers?: Record<string, string>) => Promise<Visit>;
  /** Starts to sign in. Returns the provider's address, with the parameters of the attempt. */
  start: (to?: string) => Promise<URL>;
  /** Follows redirects until one leads to the server's callback, which it returns, or to a page of the console. */
  follow: (url: string) => Promise<string>;
  /** Signs in at the provider, and returns the page of the console where that ends. */
  signIn: (to?: string) => Promise<string>;
  /** Returns the console with the session that the browser has. */
  openConsole: () => ConsoleSession;
}

const createAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

const addCookies = (jar: Map<string, string>, setCookies: string[]): void => {
  for (const cookie of setCookies) {
    const [, name, value, attributes] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie)!;
    if (value === "" || /max-age=0|expires=Thu, 01 Jan 1970/i.test(attributes!)) jar.delete(name!);
    else jar.set(name!, value!);
  }
};

export const createOpenIdBrowser = (server: SharedServer, person?: string): OpenIdBrowser => {
  const jars = new Map<string, Map<string, string>>([[HOME, new Map()]]);
  const jarOf = (origin: string): Map<string, string> => {
    if (!jars.has(origin)) jars.set(origin, new Map());
    return jars.get(origin)!;
  };
  const address = createAddress();
  const browser: OpenIdBrowser = {
    address,
    cookies: jarOf(HOME),
    person,
    visit: async (url, headers = {}) => {
      const { origin } = new URL(url);
      const jar = jarOf(origin);
      if (origin !== HOME && browser.person !== undefined) jar.set("person", browser.person);
      const answer = await fetch(url.replace(HOME, server.url), {
        redirect: "manual",
        headers: {
          ...(origin === HOME && { "x-forwarded-for": address }),
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
          ...headers,
        },
      });
      const setCookies = answer.headers.getSetCookie();
      addCookies(jar, setCookies);
      const location = answer.headers.get("location");
      const text = await answer.text();
      return {
        status: answer.status,
        location: location === null ? undefined : new URL(location, url).href,
        setCookies,
        text,
      };
    },
    start: async (to = "/") => {
      const { location, text } = await browser.visit(
        `${HOME}/openid/start?to=${encodeURIComponent(to)}`,
      );
      if (location === undefined) throw new Error(text);
      return new URL(location);
    },
    follow: async (first) => {
      let url = first;
      for (let count = 0; count < MAX_REDIRECTS; count += 1) {
        if (url.startsWith(HOME)) return url;
        const { status, location, text } = await browser.visit(url);
        if (location === undefined) throw new Error(`${status} ${url} ${text}`);
        url = location;
      }
      throw new Error("too many redirects");
    },
    signIn: async (to) => {
      const callback = await browser.follow((await browser.start(to)).href);
      return (await browser.visit(callback)).location ?? "";
    },
    openConsole: () => {
      const page = createConsoleSession(server);
      const token = browser.cookies.get(SESSION_COOKIE);
      if (token !== undefined) page.cookie = `${SESSION_COOKIE}=${token}`;
      return page;
    },
  };
  return browser;
};
