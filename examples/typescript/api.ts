// In a project of your own: from "debrief-client".
import { createClient } from "../../clients/typescript/src/index.js";

/** Tells what is wrong, and ends the program. */
export const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

export const setting = (name: string): string => process.env[name] || fail(`${name} is not set`);

/** A client of the server of DEBRIEF_URL, by the key of DEBRIEF_API_KEY. */
export const connect = () => createClient(setting("DEBRIEF_URL"), setting("DEBRIEF_API_KEY"));

/** What a request is answered with. A refusal is told on stderr and ends the program. */
export const answerOf = async <T>(
  request: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> => {
  const { data, error, response } = await request.catch((error: Error) =>
    fail(`no answer: ${(error.cause instanceof Error ? error.cause : error).message}`),
  );
  if (data !== undefined) return data;
  // What a proxy answers may be anything.
  const { message } = (error ?? {}) as { message?: string };
  return fail(`${response.url}: ${response.status} ${message ?? String(error)}`);
};
