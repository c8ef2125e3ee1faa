import { type AuthChecker, Authorized } from "type-graphql";
import type { Context } from "./context.js";
import type { Role } from "./credential.js";
import { Failure } from "./errors.js";

/** Allows callers of an organization: its API key, its internal tokens and its signed-in users. */
export const forViewers = (): MethodDecorator & PropertyDecorator =>
  Authorized<Role>("integration", "internal", "member");

/** Allows the organization's internal tokens and its signed-in users. */
export const forPeople = (): MethodDecorator & PropertyDecorator =>
  Authorized<Role>("internal", "member");

/** Allows the organization's API key, its internal tokens and its signed-in admins. */
export const forIntegration = (): MethodDecorator & PropertyDecorator =>
  Authorized<Role>("integration", "internal");

/** Allows the organization's internal tokens and signed-in admins. */
export const forInternal = (): MethodDecorator & PropertyDecorator => Authorized<Role>("internal");

/** Allows the operator of the instance. */
export const forOperator = (): MethodDecorator & PropertyDecorator => Authorized<Role>("operator");

/** Allows callers without a credential, who get one by this operation. */
export const forVisitor = (): MethodDecorator & PropertyDecorator => Authorized<Role>("visitor");

/** Allows every credential. */
export const forAnyone = (): MethodDecorator & PropertyDecorator =>
  Authorized<Role>("integration", "internal", "member", "operator");

const credentialNames: Record<Role, string> = {
  integration: "an API key (dbk_…)",
  internal: "an internal token (dbi_…)",
  member: "a session",
  operator: "an operator token (dbo_…)",
  visitor: "a request without a credential",
};

const formatRequirement = (roles: readonly Role[]): string =>
  `Requires ${roles.map((role) => credentialNames[role]).join(" or ")}`;

/** Refuses callers without one of the roles. @throws FORBIDDEN */
export const authorize = (context: Context, roles: readonly Role[]): void => {
  if (!roles.includes(context.role)) throw new Failure("FORBIDDEN", formatRequirement(roles));
};

export const authChecker: AuthChecker<Context, Role> = ({ context }, roles) => {
  authorize(context, roles);
  return true;
};
