/** No complete response arrived, so the change may or may not have happened. */
export class NoResponseError extends Error {}

/** A valid request got an error. */
export class UnexpectedRefusalError extends Error {}

export interface Keys {
  apiKey: string;
  internalToken: string;
  signingSecret: string;
}

// Bodies have many shapes.
// oxlint-disable-next-line typescript/no-explicit-any
export type ResponseBody = any;

/** Sends requests to one server. */
export interface Api {
  /**
   * Sends to /v1 with the API key. @throws NoResponseError, UnexpectedRefusalError, TryLaterError
   */
  send: (method: string, path: string, body?: object) => Promise<ResponseBody>;
  /**
   * Sends to /graphql with the internal token and returns the data. @throws NoResponseError,
   * UnexpectedRefusalError
   */
  graphql: (query: string, variables?: object) => Promise<ResponseBody>;
}

/** Too many requests; nothing has changed. */
export class TryLaterError extends Error {}

/** `patient` counts a 5xx as no response: a shared database may be locked. */
export const createApi = (url: string, keys: Keys, isPatient = false): Api => {
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
    if (failed && isPatient) throw new NoResponseError(`${method} ${path}: ${status} ${text}`);
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
