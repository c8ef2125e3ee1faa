/** No whole answer came: what was asked for has happened, or not. */
export class NoResponseError extends Error {}

/** An answer that nobody who asks by the rules may get. */
export class UnexpectedRefusalError extends Error {}

export interface Keys {
  apiKey: string;
  internalToken: string;
  signingSecret: string;
}

// Bodies of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
export type ResponseBody = any;

/** One server, as its clients see it. */
export interface Api {
  /** /v1 by the API key. @throws Unanswered, Refused, Later */
  send: (method: string, path: string, body?: object) => Promise<ResponseBody>;
  /** /graphql by the internal token; returns the data. @throws Unanswered, Refused */
  graphql: (query: string, variables?: object) => Promise<ResponseBody>;
}

/** Too much is asked for at once; nothing has changed. */
export class TryLaterError extends Error {}

/** `patient`: an answer of 5xx leaves open what happened, as where a database is shared and locked. */
export const createApi = (url: string, keys: Keys, patient = false): Api => {
  const request = async (
    path: string,
    method: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<ResponseBody> => {
    let status: number;
    let text: string;
    try {
      const answer = await fetch(url + path, {
        method,
        headers: { "content-type": "application/json", ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      status = answer.status;
      text = await answer.text();
    } catch (error) {
      throw new NoResponseError(`${method} ${path}`, { cause: error });
    }
    const failed = status >= 500 || /"code":"(INTERNAL|UNAVAILABLE)"/.test(text);
    if (failed && patient) throw new NoResponseError(`${method} ${path}: ${status} ${text}`);
    if (status === 429) throw new TryLaterError(`${method} ${path}: ${text}`);
    if (status !== 200) throw new UnexpectedRefusalError(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text);
  };
  return {
    send: async (method, path, body) => request(path, method, { "x-api-key": keys.apiKey }, body),
    graphql: async (query, variables = {}) => {
      const headers = { authorization: `Bearer ${keys.internalToken}` };
      const { data, errors } = await request("/graphql", "POST", headers, { query, variables });
      if (errors) throw new UnexpectedRefusalError(`${JSON.stringify(errors)} of ${query}`);
      return data;
    },
  };
};
