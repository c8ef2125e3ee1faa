// In your own project, import from "debrief-client".
import { createClient } from "../../clients/typescript/src/index.js";

/** Prints the error and ends the program. */
export const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

export const setting = (name: string): string => process.env[name] || fail(`${name} is not set`);

/** Creates a client of the server at DEBRIEF_URL with the key in DEBRIEF_API_KEY. */
export const connect = () => createClient(setting("DEBRIEF_URL"), setting("DEBRIEF_API_KEY"));

/** Returns the answer's data. An error ends the program. */
export const answerOf = async <T>(
  request: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> => {
  const { data, error, response } = await request.catch((error: Error) =>
    fail(`no answer: ${(error.cause instanceof Error ? error.cause : error).message}`),
  );
  if (data !== undefined) return data;
  // A proxy's error can have any body.
  const { message } = (error ?? {}) as { message?: string };
  return fail(`${response.url}: ${response.status} ${message ?? String(error)}`);
};
