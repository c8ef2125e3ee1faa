import { type AuthChecker, Authorized } from "type-graphql";
import type { Context, Role } from "./context.js";
import { Failure } from "./errors.js";

/** For everyone with an organization: the API key, and the internal tools. */
export const forIntegration = (): MethodDecorator & PropertyDecorator =>
  Authorized<Role>("integration", "internal");

/** For the organization's own tools and admins only. */
export const forInternal = (): MethodDecorator & PropertyDecorator => Authorized<Role>("internal");

/** For whoever runs the instance only. */
export const forOperator = (): MethodDecorator & PropertyDecorator => Authorized<Role>("operator");

/** For whoever has no credential yet, and gets one by this. */
export const forVisitor = (): MethodDecorator & PropertyDecorator => Authorized<Role>("visitor");

export const forAnyone = (): MethodDecorator & PropertyDecorator =>
  Authorized<Role>("integration", "internal", "operator");

/** @throws FORBIDDEN */
export const authorize = (context: Context, roles: readonly Role[]): void => {
  if (!roles.includes(context.role))
    throw new Failure("FORBIDDEN", "This credential may not do this");
};

export const authChecker: AuthChecker<Context, Role> = ({ context }, roles) => {
  authorize(context, roles);
  return true;
};
