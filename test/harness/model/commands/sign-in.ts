import fc from "fast-check";
import { NAMED_KEY_SELECTION, USER_SELECTION } from "../selections.js";
import { buildNamedKeySymbol } from "../server-side.js";
import {
  createNamedKey,
  type InvitationInput,
  inviteUser,
  type NamedKeyInput,
  revokeNamedKey,
  setSignInRole,
} from "../sign-in.js";
import { buildNamedKeyView, buildUserView, formatTime } from "../views.js";
import type { User } from "../world.js";
import { buildGraphqlExchange, defineCommand } from "./command-kind.js";
import { emails, fields, index, maybe, moments, names, pickId } from "./value-pool.js";

const INVITATION_MS = 7 * 86_400_000;
const INVITATION_URL = /^https:\/\/debrief\.example\.com\//;

const roles = fc.constantFrom("manager" as const, "manager" as const, "rep" as const);

const invite = defineCommand({
  weight: 3,
  internal: true,
  data: fields<InvitationInput>({
    email: emails,
    name: maybe(names),
    role: fc.oneof(
      { weight: 9, arbitrary: roles },
      { weight: 1, arbitrary: fc.constant("admin" as const) },
    ),
  }),
  resolve: (_at, input) => input,
  apply: ({ world, org, other }, input) => inviteUser(world, [org, other], input),
})({
  graph: buildGraphqlExchange(
    `mutation ($input: InviteUserInput!) {
      answer: inviteUser(input: $input) { url expiresAt isSent }
    }`,
    (input) => ({ input }),
    (_user, { world }) => ({
      url: INVITATION_URL,
      expiresAt: formatTime(world.now + INVITATION_MS),
      isSent: false,
    }),
  ),
});

interface RoleChange {
  email: string;
  role: User["signInRole"];
}

const setRole = defineCommand({
  weight: 3,
  internal: true,
  data: fc.record<RoleChange>({
    email: emails,
    role: fc.oneof(
      { weight: 6, arbitrary: roles },
      { weight: 1, arbitrary: fc.constantFrom("admin" as const, null) },
    ),
  }),
  resolve: (_at, input) => input,
  apply: ({ org }, { email, role }) => setSignInRole(org, email, role),
})({
  graph: buildGraphqlExchange(
    `mutation ($email: String!, $role: SignInRole) {
      answer: setSignInRole(email: $email, role: $role) { ${USER_SELECTION} signInRole }
    }`,
    (variables) => variables,
    (user) => ({ ...buildUserView(user), signInRole: user.signInRole }),
  ),
});

const createKey = defineCommand({
  weight: 4,
  internal: true,
  data: fields<NamedKeyInput & { team?: number }>({
    name: names,
    userEmail: emails,
    team: maybe(index),
    expiresAt: fc.option(moments, { nil: undefined, freq: 4 }),
  }),
  resolve: ({ org, other }, { team, userEmail, ...input }): NamedKeyInput => {
    const id = team === undefined ? undefined : pickId(org.teams, other.teams, team);
    return { ...input, ...(id === undefined ? { userEmail } : { teamIds: [id] }) };
  },
  apply: ({ world, org }, input) => createNamedKey(world, org, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($input: NamedKeyInput!) {
      answer: createNamedKey(input: $input) { key namedKey { ${NAMED_KEY_SELECTION} } }
    }`,
    ({ expiresAt, ...input }) => ({
      input: {
        scopes: ["read"],
        ...input,
        ...(expiresAt !== undefined && { expiresAt: formatTime(expiresAt) }),
      },
    }),
    (key, { org }) => ({ key: buildNamedKeySymbol(key), namedKey: buildNamedKeyView(org, key) }),
  ),
});

const revokeKey = defineCommand({
  weight: 1,
  internal: true,
  data: index,
  resolve: ({ org, other }, at) => pickId(org.namedKeys, other.namedKeys, at),
  apply: ({ org }, id) => revokeNamedKey(org, id),
})({
  graph: buildGraphqlExchange(
    "mutation ($id: ID!) { answer: revokeNamedKey(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

export const signIn = { invite, setRole, createKey, revokeKey };
