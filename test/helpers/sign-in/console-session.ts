import "reflect-metadata";
import { write } from "../../../db/engine/write.js";
import { createAdmin as insertAdmin } from "../../../graph/sign-in/admins.js";
import { hashPassword } from "../../../graph/sign-in/passwords.js";
import type { SharedServer } from "../server.js";
import type { TestResponse, Tenant } from "../tenant.js";

export const PASSWORD = "correct horse battery";
export const SIGN_IN = `mutation ($email: String!, $password: String!) {
  signIn(email: $email, password: $password) { role organization { id } user { email } }
}`;
export const VIEWER = "{ viewer { role organization { id } user { email name role } } }";

/** Creates an admin of the organization. Returns the e-mail. */
export const createAdmin = async (
  { services }: SharedServer,
  org: Tenant,
  email = `admin@${org.id}.example.com`,
): Promise<string> => {
  const password = await hashPassword(PASSWORD, services.randomBytes);
  await write(services.db, org.id, (trx) =>
    insertAdmin(trx, services, org.id, { email, name: "Ada Admin", password }),
  );
  return email;
};

export type HeaderMap = Record<string, string>;

/** A simulated browser on the console's page, which keeps cookies. */
export interface ConsoleSession {
  /** The session's cookie as sent; undefined without one. */
  cookie: string | undefined;
  /** The cookies of known devices as sent, by name. */
  deviceCookies: Map<string, string>;
  query: (query: string, variables?: object, headers?: HeaderMap) => Promise<TestResponse>;
  signIn: (email: string, password?: string) => Promise<TestResponse>;
}

const isDeviceCookie = (cookie: string): boolean => /^[^=]*-device-/.test(cookie);

const setCookieOf = (answer: TestResponse): string | undefined =>
  answer.headers.getSetCookie().find((cookie) => !isDeviceCookie(cookie));

/** Returns a response's cookie as sent back; undefined if the response deletes it. */
export const cookieOf = (answer: TestResponse): string | undefined => {
  const pair = setCookieOf(answer)?.split(";")[0];
  return pair?.endsWith("=") ? undefined : pair;
};

export const createConsoleSession = (
  server: SharedServer,
  defaultHeaders: HeaderMap = { origin: new URL(server.services.publicUrl).origin },
): ConsoleSession => {
  const page: ConsoleSession = {
    cookie: undefined,
    deviceCookies: new Map(),
    query: async (query, variables = {}, headers = {}) => {
      const answer = await server.fetch("/graphql", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...defaultHeaders,
          ...((page.cookie !== undefined || page.deviceCookies.size > 0) && {
            cookie: [page.cookie, ...page.deviceCookies.values()].filter(Boolean).join("; "),
          }),
          ...headers,
        },
        body: JSON.stringify({ query, variables }),
      });
      if (setCookieOf(answer) !== undefined) page.cookie = cookieOf(answer);
      for (const cookie of answer.headers.getSetCookie().filter(isDeviceCookie))
        page.deviceCookies.set(cookie.split("=")[0]!, cookie.split(";")[0]!);
      return answer;
    },
    signIn: (email, password = PASSWORD) => page.query(SIGN_IN, { email, password }),
  };
  return page;
};

/** Creates an admin of the organization and signs in. */
export const signInAdmin = async (
  server: SharedServer,
  org: Tenant,
  email?: string,
): Promise<ConsoleSession & { email: string }> => {
  const address = await createAdmin(server, org, email);
  const page = createConsoleSession(server);
  await page.signIn(address);
  return Object.assign(page, { email: address });
};
