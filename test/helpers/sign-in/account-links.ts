import { type ConsoleSession, createConsoleSession, PASSWORD } from "./console-session.js";
import type { SharedServer, Tenant } from "../server.js";
import type { TestResponse } from "../tenant.js";

const INVITE = `mutation ($input: InviteUserInput!) {
  inviteUser(input: $input) { url expiresAt isSent mailProblem }
}`;
const CREATE_LINK = `mutation ($email: String!) {
  createPasswordLink(email: $email) { url expiresAt isSent mailProblem }
}`;
const SET_ROLE = `mutation ($email: String!, $role: SignInRole) {
  setSignInRole(email: $email, role: $role) { email signInRole invitedUntil }
}`;
const REDEEM = `mutation ($token: String!, $password: String!) {
  redeemAccountLink(token: $token, password: $password) { role user { email name } }
}`;
const REQUEST = "mutation ($email: String!) { requestPasswordReset(email: $email) }";

interface ShownLink {
  url: string;
  expiresAt: string;
  isSent: boolean;
  mailProblem: string | null;
}

export const inviteUser = async (org: Tenant, input: object): Promise<ShownLink> =>
  (await org.graphql(INVITE, { input })).inviteUser;

export const createPasswordLink = async (org: Tenant, email: string): Promise<ShownLink> =>
  (await org.graphql(CREATE_LINK, { email })).createPasswordLink;

export const setSignInRole = async (
  org: Tenant,
  email: string,
  role: string | null,
): Promise<object> => (await org.graphql(SET_ROLE, { email, role })).setSignInRole;

export const tokenOf = ({ url }: { url: string }): string => new URL(url).hash.slice(1);

/** Redeems a link in a new browser, which is then signed in. */
export const redeemLink = async (
  server: SharedServer,
  link: { url: string },
  password = PASSWORD,
): Promise<{ page: ConsoleSession; answer: TestResponse }> => {
  const page = createConsoleSession(server);
  const answer = await page.query(REDEEM, { token: tokenOf(link), password });
  return { page, answer };
};

export const requestReset = async (
  server: SharedServer,
  email: string,
  page = createConsoleSession(server),
): Promise<TestResponse> => page.query(REQUEST, { email });
