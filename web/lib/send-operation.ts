import { consoleBase } from "./location.js";
import type { Operation } from "./operation.js";

/** Why a request failed. `field` is the path of the invalid argument, for example "input.url". */
export interface RequestProblem {
  message: string;
  code: string;
  field?: string | undefined;
  /** The request's ID in the server's log. */
  requestId?: string | undefined;
}

export type OperationResult<Data> =
  | { data: Data; problem?: undefined }
  | { data?: undefined; problem: RequestProblem };

interface ResponseBody {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: string; field?: string } }[];
}

const UNREACHABLE = "Can't reach the server. Check your connection, then try again.";
const INVALID_RESPONSE =
  "The server returned an invalid response. A proxy in between may have replaced it.";

let signedOutListener = (): void => {};

/** Sets the listener for the end of the session. */
export const onSignedOut = (listener: () => void): void => {
  signedOutListener = listener;
};

/** Shows the sign-in page: the session has ended. */
export const reportSignedOut = (): void => signedOutListener();

/** Sends an operation. Returns a problem if it fails; throws only if `signal` aborts. */
export const sendOperation = async <Data, Variables>(
  operation: Operation<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
): Promise<OperationResult<Data>> => {
  let response: Response;
  try {
    response = await fetch(new URL("graphql", consoleBase), {
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
  const body = (await response.json().catch(() => undefined)) as ResponseBody | undefined;
  const [error] = body?.errors ?? [];
  if (error) {
    // Without a session, the server refuses the request before GraphQL runs, without a code.
    const { code = response.status === 401 ? "UNAUTHENTICATED" : "INTERNAL", field } =
      error.extensions ?? {};
    return { problem: { message: error.message, code, field, requestId } };
  }
  if (body?.data) return { data: body.data as Data };
  return { problem: { code: "UNREADABLE", message: INVALID_RESPONSE, requestId } };
};

/** Sends an operation for a signed-in user. Calls the listener of `onSignedOut` if the session has ended. */
export const sendSignedIn: typeof sendOperation = async (operation, variables, signal) => {
  const result = await sendOperation(operation, variables, signal);
  if (result.problem?.code === "UNAUTHENTICATED") signedOutListener();
  return result;
};
