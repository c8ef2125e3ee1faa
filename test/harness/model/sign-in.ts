import { endKeys, findUser, resolveUser, upsertUser } from "./people.js";
import { buildInvalidField, Refusal, requireFound } from "./refusal.js";
import { newId, type NamedKey, type Organization, type User, type World } from "./world.js";

export interface InvitationInput {
  email: string;
  name?: string;
  role: "admin" | "manager" | "rep";
}

/** Lets a user sign in. An e-mail has one account in all organizations. */
export const inviteUser = (
  world: World,
  [org, other]: readonly [Organization, Organization],
  { email, name, role }: InvitationInput,
): User => {
  if (!email.includes("@")) throw buildInvalidField("email");
  const existing = findUser(org, email);
  if (existing?.active === false) throw new Refusal("CONFLICT", "email");
  const namesake = findUser(other, email);
  if (!existing?.signInRole && namesake?.signInRole) throw new Refusal("CONFLICT", "email");
  const newName = name ?? existing?.name ?? email;
  const user =
    existing && existing.name === newName
      ? existing
      : upsertUser(world, org, { email, name: newName, role: existing?.role ?? role });
  return Object.assign(user, { signInRole: role });
};

/** Changes what a user who can sign in sees; null ends it, and the user's keys. */
export const setSignInRole = (org: Organization, email: string, role: User["signInRole"]): User => {
  const user = resolveUser(org, email, "email");
  if (!user.signInRole && role) throw new Refusal("CONFLICT", "email");
  // No user of the model has a password, so every admin is the last one.
  if (user.signInRole === "admin" && role !== "admin") throw new Refusal("CONFLICT", "email");
  if (user.signInRole && !role) endKeys(org, user);
  return Object.assign(user, { signInRole: role });
};

export interface NamedKeyInput {
  name: string;
  userEmail?: string;
  teamIds?: string[];
  expiresAt?: number;
}

export const createNamedKey = (
  world: World,
  org: Organization,
  { name, userEmail, teamIds, expiresAt }: NamedKeyInput,
): NamedKey => {
  if (expiresAt !== undefined && expiresAt <= world.now) throw buildInvalidField("expiresAt");
  const user = userEmail === undefined ? null : resolveUser(org, userEmail, "userEmail");
  if (user?.active === false) throw new Refusal("USER_NOT_FOUND", "userEmail");
  const teams = teamIds?.map((id, index) => {
    const team = org.teams.find((one) => one.id === id);
    if (!team) throw buildInvalidField(`teamIds.${index}`);
    return team;
  });
  const key: NamedKey = {
    id: newId(world),
    name,
    user,
    teams: teams ?? null,
    expiresAt: expiresAt ?? null,
    isEnded: false,
  };
  org.namedKeys.push(key);
  return key;
};

export const revokeNamedKey = (org: Organization, id: string): true => {
  requireFound(org.namedKeys.find((key) => key.id === id && !key.isEnded)).isEnded = true;
  return true;
};

/** Finds a key that still works. @throws UNAUTHENTICATED */
export const requireValidKey = (world: World, key: NamedKey): void => {
  if (key.isEnded || (key.expiresAt !== null && key.expiresAt <= world.now))
    throw new Refusal("UNAUTHENTICATED", undefined, "Invalid Api Key");
};
