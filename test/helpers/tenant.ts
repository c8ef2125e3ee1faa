export interface TestResponse {
  status: number;
  headers: Headers;
  // Tests look into bodies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
}

export interface GraphqlResponse {
  // oxlint-disable-next-line typescript/no-explicit-any
  data?: any;
  errors?: {
    message: string;
    path?: (string | number)[];
    extensions: { code?: string; field?: string };
  }[];
}

type HeaderMap = Record<string, string>;

/** What a new organization is told of itself. */
export interface OrganizationCredentials {
  id: string;
  apiKey: string;
  internalToken: string;
  signingSecret: string;
  dialerUrl: string;
}

export type SendRequest = (path: string, init?: RequestInit) => Promise<TestResponse>;

/** An organization of the test's own, with calls in its name. */
export interface Tenant extends OrganizationCredentials {
  get: (path: string, headers?: HeaderMap) => Promise<TestResponse>;
  send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: HeaderMap,
  ) => Promise<TestResponse>;
  /** By the internal token; fails the test where there are errors. */
  // oxlint-disable-next-line typescript/no-explicit-any
  graphql: (query: string, variables?: object) => Promise<any>;
  /** By the internal token, or the API key; errors and all. */
  sendGraphql: (query: string, variables?: object, token?: string) => Promise<GraphqlResponse>;
  /** An active user; returns the e-mail. */
  createUser: (email?: string, fields?: object) => Promise<string>;
  /** A call of that user as the dialer sends it; returns the recording's id. */
  ingestCall: (fields?: object) => Promise<string>;
  /** A call that is processed; returns the recording's id. */
  createProcessed: (call?: object, analysis?: object) => Promise<string>;
}

/** A server of which only what it answers is known: it may be another process. */
export interface RemoteServer {
  url: string;
  createTenant: (name?: string) => Promise<Tenant>;
  fetch: SendRequest;
}

const UPSERT_USER = `mutation ($input: UserInput!) { upsertUser(input: $input) { email } }`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

const readResponse = async (response: Response): Promise<TestResponse> => {
  const text = await response.text();
  const json = /[/+]json\b/.test(response.headers.get("content-type") ?? "") && text !== "";
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: json ? JSON.parse(text) : undefined,
  };
};

/** Requests to a server, their answers read. */
export const createRequester =
  (url: string): SendRequest =>
  async (path, init = {}) =>
    readResponse(await fetch(url + path, init));

/** A new organization with calls in its name. */
export const buildTenant = (request: SendRequest, made: OrganizationCredentials): Tenant => {
  const key = { "x-api-key": made.apiKey };
  const send: Tenant["send"] = (method, path, body, headers = {}) =>
    request(path, {
      method,
      headers: { ...key, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const ask: Tenant["sendGraphql"] = async (query, variables = {}, token = made.internalToken) => {
    const answer = await request("/graphql", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query, variables }),
    });
    return answer.body;
  };
  const graph: Tenant["graphql"] = async (query, variables) => {
    const answer = await ask(query, variables);
    if (answer.errors || !answer.data) throw new Error(JSON.stringify(answer));
    return answer.data;
  };
  const user: Tenant["createUser"] = async (email = "rep@example.com", fields = {}) => {
    await graph(UPSERT_USER, { input: { email, name: "Robin Rep", ...fields } });
    return email;
  };
  let calls = 0;
  const call: Tenant["ingestCall"] = async (fields = {}) => {
    const answer = await send("POST", "/v1/dialer", {
      call_id: `call-${(calls += 1)}`,
      user_email: "rep@example.com",
      started_at: "2026-03-02T10:00:00Z",
      ...fields,
    });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.recording.id;
  };
  const processed: Tenant["createProcessed"] = async (fields, analysis = {}) => {
    const id = await call(fields);
    await graph(COMPLETE, { id, input: { summary: "A summary.", ...analysis } });
    return id;
  };
  return {
    id: made.id,
    apiKey: made.apiKey,
    internalToken: made.internalToken,
    signingSecret: made.signingSecret,
    dialerUrl: made.dialerUrl,
    get: (path, headers = {}) => request(path, { headers: { ...key, ...headers } }),
    send,
    sendGraphql: ask,
    graphql: graph,
    createUser: user,
    ingestCall: call,
    createProcessed: processed,
  };
};
