/** An error as written to the log. */
export interface LoggedError {
  type: unknown;
  code?: unknown;
  message: string;
  stack?: string | undefined;
  cause?: LoggedError;
  /** The parts of an aggregate error, such as one per address of a host. */
  errors?: LoggedError[];
}

const MAX_CAUSES = 5;
const MAX_PARTS = 4;

/** Shortens each URL to its origin: paths, queries and user names can be credentials. */
const redactUrls = (text: string): string =>
  text.replaceAll(/\bhttps?:\/\/[^\s"'`<>]+/gi, (url) => {
    const parsed = URL.parse(url);
    if (!parsed) return "<url>";
    const isOrigin = parsed.href === `${parsed.origin}/`;
    return isOrigin ? url : `${parsed.origin}/…`;
  });

const redact = (text: string): string =>
  redactUrls(text).replaceAll(/\b(Bearer|Basic) +[\w.~+/=-]+/gi, "$1 <redacted>");

/** Thrown objects may lack any property of an error. */
type ThrownObject = Partial<Record<"name" | "code" | "message" | "stack" | "cause", unknown>>;

const serialize = (error: ThrownObject, depth: number): LoggedError => {
  const { name, code, message = "", stack, cause } = error;
  const parts = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  const errors = parts.filter((part) => part instanceof Error).slice(0, MAX_PARTS);
  return {
    type: name,
    code,
    message: redact(String(message)),
    stack: typeof stack === "string" ? redact(stack) : undefined,
    ...(depth < MAX_CAUSES && {
      ...(cause instanceof Error && { cause: serialize(cause, depth + 1) }),
      ...(errors.length > 0 && { errors: errors.map((part) => serialize(part, depth + 1)) }),
    }),
  };
};

/**
 * Serializes the messages and stacks of an error and its causes, and no other property: PostgreSQL's `detail` contains
 * values of the statement, and request errors contain headers.
 */
export const serializeError = (error: unknown): LoggedError =>
  typeof error === "object" && error !== null
    ? serialize(error, 0)
    : { type: typeof error, message: redact(String(error)) };
