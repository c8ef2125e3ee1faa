export interface TestResponse {
  status: number;
  headers: Headers;
  // Tests read bodies of many shapes.
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

/** The credentials of a new organization. */
export interface OrganizationCredentials {
  id: string;
  apiKey: string;
  internalToken: string;
  signingSecret: string;
  dialerUrl: string;
}

export type SendRequest = (path: string, init?: RequestInit) => Promise<TestResponse>;

/** An organization of the test, with functions that send requests as it. */
export interface Tenant extends OrganizationCredentials {
  get: (path: string, headers?: HeaderMap) => Promise<TestResponse>;
  send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: HeaderMap,
  ) => Promise<TestResponse>;
  /** Uses the internal token; fails the test on errors, but tries again if the machine is busy. */
  // oxlint-disable-next-line typescript/no-explicit-any
  graphql: (query: string, variables?: object) => Promise<any>;
  /** Uses the internal token or another one; returns errors too. */
  sendGraphql: (query: string, variables?: object, token?: string) => Promise<GraphqlResponse>;
  /** Creates an active user. Returns the e-mail. */
  createUser: (email?: string, fields?: object) => Promise<string>;
  /** Sends a call of that user like a dialer. Returns the recording's ID. */
  ingestCall: (fields?: object) => Promise<string>;
  /** Creates a processed call. Returns the recording's ID. */
  createProcessed: (ingestCall?: object, analysis?: object) => Promise<string>;
}

/** A server that may run in another process. */
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

/** A refusal after this time means that a limit of time was reached, because this machine is busy. */
const BUSY_MS = 5_000;
const MAX_RETRIES = 5;

/** Sends a GraphQL operation again if a busy machine is the reason for its refusal, as a client does. */
export const retryWhileBusy = async <Answer>(
  send: () => Promise<Answer>,
  bodyOf: (answer: Answer) => GraphqlResponse,
): Promise<Answer> => {
  for (let retries = 0; ; retries += 1) {
    const startedAt = performance.now();
    const answer = await send();
    const isUnavailable = bodyOf(answer)?.errors?.[0]?.extensions?.code === "UNAVAILABLE";
    const isBusy = isUnavailable && performance.now() - startedAt >= BUSY_MS;
    if (!isBusy || retries === MAX_RETRIES) return answer;
  }
};

/** Creates a function that sends requests and reads the responses. */
export const createRequester =
  (url: string): SendRequest =>
  async (path, init = {}) =>
    readResponse(await fetch(url + path, init));

/** Builds the functions that send requests as the organization. */
export const buildTenant = (request: SendRequest, credentials: OrganizationCredentials): Tenant => {
  const key = { "x-api-key": credentials.apiKey };
  const send: Tenant["send"] = (method, path, body, headers = {}) =>
    request(path, {
      method,
      headers: { ...key, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  const sendGraphql: Tenant["sendGraphql"] = async (
    query,
    variables = {},
    token = credentials.internalToken,
  ) => {
    const answer = await retryWhileBusy(
      () =>
        request("/graphql", {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ query, variables }),
        }),
      ({ body }) => body,
    );
    return answer.body;
  };
  const graphql: Tenant["graphql"] = async (query, variables) => {
    const answer = await sendGraphql(query, variables);
    if (answer.errors || !answer.data) throw new Error(JSON.stringify(answer));
    return answer.data;
  };
  const createUser: Tenant["createUser"] = async (email = "rep@example.com", fields = {}) => {
    await graphql(UPSERT_USER, { input: { email, name: "Robin Rep", ...fields } });
    return email;
  };
  let calls = 0;
  const ingestCall: Tenant["ingestCall"] = async (fields = {}) => {
    const answer = await send("POST", "/v1/dialer", {
      call_id: `call-${(calls += 1)}`,
      user_email: "rep@example.com",
      started_at: "2026-03-02T10:00:00Z",
      ...fields,
    });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.recording.id;
  };
  const createProcessed: Tenant["createProcessed"] = async (fields, analysis = {}) => {
    const id = await ingestCall(fields);
    await graphql(COMPLETE, { id, input: { summary: "A summary.", ...analysis } });
    return id;
  };
  return {
    id: credentials.id,
    apiKey: credentials.apiKey,
    internalToken: credentials.internalToken,
    signingSecret: credentials.signingSecret,
    dialerUrl: credentials.dialerUrl,
    get: (path, headers = {}) => request(path, { headers: { ...key, ...headers } }),
    send,
    sendGraphql,
    graphql,
    createUser,
    ingestCall,
    createProcessed,
  };
};
