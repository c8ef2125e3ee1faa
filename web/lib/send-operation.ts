import { base } from "./location.js";
import type { Operation } from "./operation.js";

/** Why something was refused. `field` is the name of the argument that is wrong, dotted inside objects. */
export interface Problem {
  message: string;
  code: string;
  field?: string | undefined;
  /** By which the server's log has it. */
  requestId?: string | undefined;
}

export type Answer<Data> =
  | { data: Data; problem?: undefined }
  | { data?: undefined; problem: Problem };

interface Body {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: string; field?: string } }[];
}

const UNREACHABLE = "The server cannot be reached. Check the connection, then try again.";
const UNREADABLE = "The server gave an answer that is none. A proxy in between may be at fault.";

let onSignedOut = (): void => {};

/** Who is told when the server no longer knows the session. */
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener;
};

/**
 * Runs an operation. What goes wrong is part of the answer: nothing is thrown but an abort's reason.
 * A session that has ended is told to `whenSignedOut`.
 */
export const ask = async <Data, Variables>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<Answer<Data>> => {
  let response: Response;
  try {
    response = await fetch(new URL("graphql", base), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: operation, variables }),
      ...(signal && { signal }),
    });
  } catch {
    signal?.throwIfAborted();
    return { problem: { code: "UNREACHABLE", message: UNREACHABLE } };
  }
  const requestId = response.headers.get("x-request-id") ?? undefined;
  const body = (await response.json().catch(() => undefined)) as Body | undefined;
  const [error] = body?.errors ?? [];
  if (error) {
    // Who has no session at all is refused before GraphQL is asked, without a code.
    const { code = response.status === 401 ? "UNAUTHENTICATED" : "INTERNAL", field } =
      error.extensions ?? {};
    return { problem: { message: error.message, code, field, requestId } };
  }
  if (body?.data) return { data: body.data as Data };
  return { problem: { code: "UNREADABLE", message: UNREADABLE, requestId } };
};

/** As `ask`, for whoever has signed in: where the session has ended, the sign-in page is next. */
export const askSignedIn: typeof ask = async (operation, variables, signal) => {
  const answer = await ask(operation, variables, signal);
  if (answer.problem?.code === "UNAUTHENTICATED") onSignedOut();
  return answer;
};
