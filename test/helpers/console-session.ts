import "reflect-metadata";
import { write } from "../../db/write.js";
import { makeAdmin } from "../../graph/admins.js";
import { hashPassword } from "../../graph/passwords.js";
import type { SharedServer } from "./server.js";
import type { Answer, Tenant } from "./tenant.js";

export const PASSWORD = "correct horse battery";
export const SIGN_IN = `mutation ($email: String!, $password: String!) {
  signIn(email: $email, password: $password) { role organization { id } user { email } }
}`;
export const VIEWER = "{ viewer { role organization { id } user { email name role } } }";

/** An admin of the organization; returns the e-mail. */
export const admin = async (
  { services }: SharedServer,
  org: Tenant,
  email = `admin@${org.id}.example.com`,
): Promise<string> => {
  const password = await hashPassword(PASSWORD, services.randomBytes);
  await write(services.db, org.id, (trx) =>
    makeAdmin(trx, services, org.id, { email, name: "Ada Admin", password }),
  );
  return email;
};

export type Headers_ = Record<string, string>;

/** A browser with the console's page open, as far as a server can tell: it keeps the cookie. */
export interface Page {
  /** The cookie as it would be sent; undefined where there is none. */
  cookie: string | undefined;
  ask: (query: string, variables?: object, headers?: Headers_) => Promise<Answer>;
  signIn: (email: string, password?: string) => Promise<Answer>;
}

const kept = (answer: Answer): string | undefined => answer.headers.getSetCookie()[0];

/** The cookie of an answer as it would be sent back; undefined where the answer has it forgotten. */
export const cookieOf = (answer: Answer): string | undefined => {
  const pair = kept(answer)?.split(";")[0];
  return pair?.endsWith("=") ? undefined : pair;
};

export const openPage = (
  server: SharedServer,
  own: Headers_ = { origin: new URL(server.services.publicUrl).origin },
): Page => {
  const page: Page = {
    cookie: undefined,
    ask: async (query, variables = {}, headers = {}) => {
      const answer = await server.fetch("/graphql", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...own,
          ...(page.cookie !== undefined && { cookie: page.cookie }),
          ...headers,
        },
        body: JSON.stringify({ query, variables }),
      });
      if (kept(answer) !== undefined) page.cookie = cookieOf(answer);
      return answer;
    },
    signIn: (email, password = PASSWORD) => page.ask(SIGN_IN, { email, password }),
  };
  return page;
};

/** A page in which a new admin of the organization has signed in. */
export const signedIn = async (
  server: SharedServer,
  org: Tenant,
  email?: string,
): Promise<Page & { email: string }> => {
  const address = await admin(server, org, email);
  const page = openPage(server);
  await page.signIn(address);
  return Object.assign(page, { email: address });
};
