import { type ASTNode, GraphQLError } from "graphql";
import { isUnavailable } from "../db/errors.js";

/** The closed set of what can go wrong; rest/errors.ts gives each its status. */
export type Code =
  | "MISSING_REQUIRED_FIELD"
  | "INVALID_FIELD"
  | "INVALID_JSON"
  | "USER_NOT_FOUND"
  | "INVALID_CURSOR"
  | "DESTINATION_NOT_ALLOWED"
  | "UNAUTHENTICATED"
  | "FORBIDDEN"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "CONFLICT"
  | "RATE_LIMITED"
  | "INTERNAL"
  | "UNAVAILABLE";

/**
 * A refusal with a reason that the caller may read. `field` is the name in the GraphQL schema, dotted
 * inside objects and without the argument `input` or `filter` around it; REST gives it its own name.
 * With a field the message is the field's name and the reason.
 */
export class Failure extends GraphQLError {
  constructor(
    readonly code: Code,
    readonly reason: string,
    readonly field?: string,
    /** Where in a document, if what is refused is written there. */
    node?: ASTNode,
  ) {
    super(field === undefined ? reason : `${field} ${reason}`, {
      ...(node && { nodes: node }),
      extensions: { code, ...(field !== undefined && { field }) },
    });
  }

  /** The same refusal under the name that the caller used. */
  renamed(field: string): Failure {
    return new Failure(this.code, this.reason, field);
  }
}

export const missingField = (field: string): Failure =>
  new Failure("MISSING_REQUIRED_FIELD", "is required", field);

export const invalidField = (field: string, reason: string): Failure =>
  new Failure("INVALID_FIELD", reason, field);

export const userNotFound = (field: string): Failure =>
  new Failure("USER_NOT_FOUND", "is not the email of an active member of the organization", field);

/** The messages of api.md; what has no name of its own there is just not found. */
export const notFound = (what?: "Recording" | "Appointment" | "Client" | "Webhook"): Failure =>
  new Failure("NOT_FOUND", what ? `${what} not found` : "Not found");

export const conflict = (reason: string, field?: string): Failure =>
  new Failure("CONFLICT", reason, field);

/** The failure behind an error; `unexpected` where there is none and the log should have the error. */
export const failureOf = (error: unknown): { failure: Failure; unexpected: boolean } => {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (cause instanceof Failure) return { failure: cause, unexpected: false };
  return isUnavailable(cause)
    ? { failure: new Failure("UNAVAILABLE", "Service unavailable, try again"), unexpected: true }
    : { failure: new Failure("INTERNAL", "Internal error"), unexpected: true };
};
