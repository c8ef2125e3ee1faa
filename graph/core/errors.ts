import { type ASTNode, GraphQLError } from "graphql";
import { isUnavailable } from "../../db/engine/errors.js";
import { ShareExceededError } from "../../db/engine/fair-shares.js";

/** The closed set of error codes; rest/errors.ts maps each to its HTTP status. */
export type ErrorCode =
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
  | "REQUEST_TIMEOUT"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "RANGE_NOT_SATISFIABLE"
  | "CONFLICT"
  | "RATE_LIMITED"
  | "INTERNAL"
  | "UNAVAILABLE";

/**
 * An error with a reason that the caller may read. `field` is the name in the GraphQL schema, dotted inside objects and
 * without the argument `input` or `filter` around it; REST replaces it with its own name. With a field, the message is
 * the field's name followed by the reason.
 */
export class Failure extends GraphQLError {
  constructor(
    readonly code: ErrorCode,
    readonly reason: string,
    readonly field?: string,
    /** The position in the GraphQL document, if the value is a literal. */
    node?: ASTNode,
  ) {
    super(field === undefined ? reason : `${field} ${reason}`, {
      ...(node && { nodes: node }),
      extensions: { code, ...(field !== undefined && { field }) },
    });
  }

  /** Returns the same failure under the field name that the caller used. */
  withField(field: string): Failure {
    return new Failure(this.code, this.reason, field);
  }
}

export const missingField = (field: string): Failure =>
  new Failure("MISSING_REQUIRED_FIELD", "is required", field);

export const invalidField = (field: string, reason: string): Failure =>
  new Failure("INVALID_FIELD", reason, field);

export const userNotFound = (field: string): Failure =>
  new Failure("USER_NOT_FOUND", "is not the email of an active member of the organization", field);

/** Builds the messages that the contract names; any other resource is `Not found`. */
export const notFound = (
  concept?:
    | "Recording"
    | "Action item"
    | "Appointment"
    | "Calendar"
    | "Client"
    | "Clip"
    | "Comment"
    | "Link"
    | "Playlist"
    | "View"
    | "Tracker"
    | "User"
    | "Webhook",
): Failure => new Failure("NOT_FOUND", concept ? `${concept} not found` : "Not found");

export const conflict = (reason: string, field?: string): Failure =>
  new Failure("CONFLICT", reason, field);

const SHARE_EXCEEDED = "The organization has too many requests of this kind in progress, try again";

/** Returns the failure behind an error; `unexpected` marks an error that must be logged. */
export const classifyError = (error: unknown): { failure: Failure; unexpected: boolean } => {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  if (cause instanceof Failure) return { failure: cause, unexpected: false };
  if (cause instanceof ShareExceededError)
    return { failure: new Failure("RATE_LIMITED", SHARE_EXCEEDED), unexpected: false };
  return isUnavailable(cause)
    ? { failure: new Failure("UNAVAILABLE", "Service unavailable, try again"), unexpected: true }
    : { failure: new Failure("INTERNAL", "Internal error"), unexpected: true };
};
