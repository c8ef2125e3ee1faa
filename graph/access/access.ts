import { type AuthChecker, Authorized } from "type-graphql";
import type { Context } from "../context/context.js";
import type { Role } from "../core/credential.js";
import { Failure } from "../core/errors.js";
import { type KeyScope, requireKeyScope } from "../core/key-scopes.js";

/** A role, a manager's session, or the scope that a named key needs. */
export type Requirement = Role | "manager" | `key:${KeyScope}`;

/** Allows callers of an organization: its keys with the scope read, its internal tokens and its signed-in users. */
export const forViewers = (): MethodDecorator & PropertyDecorator =>
  Authorized<Requirement>("integration", "internal", "member", "key:read");

/** Allows the organization's internal tokens and its signed-in users. */
export const forPeople = (): MethodDecorator & PropertyDecorator =>
  Authorized<Requirement>("internal", "member");

/** Allows the organization's internal tokens, and its signed-in admins and managers. */
export const forManagers = (): MethodDecorator & PropertyDecorator =>
  Authorized<Requirement>("internal", "manager");

/** Allows the organization's keys, its internal tokens and its signed-in admins. `scope`: what a named key needs. */
export const forIntegration = (scope: KeyScope): MethodDecorator & PropertyDecorator =>
  Authorized<Requirement>("integration", "internal", `key:${scope}`);

/** Allows the organization's keys, its internal tokens and its signed-in users. `scope`: what a named key needs. */
export const forWriters = (scope: KeyScope): MethodDecorator & PropertyDecorator =>
  Authorized<Requirement>("integration", "internal", "member", `key:${scope}`);

/** Allows the organization's internal tokens, its signed-in admins, and named keys with the scope; not its API key. */
export const forPrograms = (scope: KeyScope): MethodDecorator & PropertyDecorator =>
  Authorized<Requirement>("internal", `key:${scope}`);

/** Allows the organization's internal tokens and signed-in admins. */
export const forInternal = (): MethodDecorator & PropertyDecorator =>
  Authorized<Requirement>("internal");

/** Allows the operator of the instance. */
export const forOperator = (): MethodDecorator & PropertyDecorator =>
  Authorized<Requirement>("operator");

/** Allows callers without a credential: the operation issues one. */
export const forVisitor = (): MethodDecorator & PropertyDecorator =>
  Authorized<Requirement>("visitor");

/** Allows every credential. */
export const forAnyone = (): MethodDecorator & PropertyDecorator =>
  Authorized<Requirement>("integration", "internal", "member", "operator");

const credentialNames: Record<Role, string> = {
  integration: "an API key (dbk_…)",
  internal: "an internal token (dbi_…)",
  member: "a session",
  operator: "an operator token (dbo_…)",
  visitor: "a request without a credential",
};

const isRole = (requirement: Requirement): requirement is Role =>
  Object.hasOwn(credentialNames, requirement);

const formatRequirement = (
  roles: readonly Role[],
  allowsManagers: boolean,
  keyScope: KeyScope | undefined,
): string => {
  const names = roles.map((role) => credentialNames[role]);
  if (allowsManagers) names.push("a manager's session");
  if (keyScope) names.push(`a named key (dbs_…) with the scope ${keyScope}`);
  return `Requires ${names.join(" or ")}`;
};

const keyScopeOf = (requirements: readonly Requirement[]): KeyScope | undefined =>
  requirements.find((requirement) => requirement.startsWith("key:"))?.slice("key:".length) as
    | KeyScope
    | undefined;

/**
 * Builds the check of an operation: it refuses callers without one of the roles, and named keys without the scope.
 * The check throws FORBIDDEN.
 */
export const buildAccessCheck = (
  requirements: readonly Requirement[],
): ((caller: Pick<Context, "role" | "isManager" | "keyScopes">) => void) => {
  const keyScope = keyScopeOf(requirements);
  const roles = requirements.filter(isRole);
  const allowsManagers = requirements.includes("manager");
  return (caller) => {
    if (keyScope && caller.keyScopes) requireKeyScope(caller, keyScope);
    else if (!roles.includes(caller.role) && !(allowsManagers && caller.isManager))
      throw new Failure("FORBIDDEN", formatRequirement(roles, allowsManagers, keyScope));
  };
};

export const authChecker: AuthChecker<Context, Requirement> = ({ context }, requirements) => {
  buildAccessCheck(requirements)(context);
  return true;
};
