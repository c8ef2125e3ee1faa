/** A request of a route. */
export interface RouteRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The ids that a path may have. */
export interface RouteIds {
  recording: string;
  client: string;
  event: string;
  email: string;
  webhook: string;
  actionItem: string;
}

const JSON_TYPE = { "content-type": "application/json" };
const TUS = { "tus-resumable": "1.0.0" };
const UPLOAD = `/v1/uploads/${"0".repeat(32)}`;
const NO_HOST = "https://hooks.example.com/none";

const buildBodies = ({ email }: RouteIds): Record<string, object> => ({
  "POST /v1/dialer": {
    call_id: "matrix-1",
    user_email: email,
    started_at: "2026-03-02T10:00:00Z",
  },
  "POST /v1/scheduled-tasks": {
    event_id: "matrix-1",
    user_email: email,
    start_time: "2026-03-02T10:00:00Z",
  },
  "PUT /v1/scheduled-tasks/{event_id}": { title: "Roof" },
  "PUT /v1/action-items/{id}": { completed: true },
  "POST /v1/users": { email: "matrix@example.com", name: "Max" },
  "PUT /v1/users/{email}": { name: "Max" },
  "POST /v1/webhooks": { url: NO_HOST },
  "PUT /v1/webhooks/{id}": { active: false },
  "POST /v1/webhooks/test": {
    url: "http://127.0.0.1:9/",
    recording: { id: "r", status: "processed" },
  },
  "POST /mcp": {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "list_users", arguments: {} },
  },
});

const ownHeaders: Record<string, Record<string, string>> = {
  "POST /mcp": { ...JSON_TYPE, accept: "application/json, text/event-stream" },
  "POST /v1/uploads": { ...TUS, "upload-length": "9" },
  "HEAD /v1/uploads/{id}": TUS,
  "DELETE /v1/uploads/{id}": TUS,
  "PATCH /v1/uploads/{id}": {
    ...TUS,
    "content-type": "application/offset+octet-stream",
    "upload-offset": "0",
  },
};

const pathValues: Record<string, (ids: RouteIds) => string> = {
  event_id: ({ event }) => event,
  email: ({ email }) => email,
};

const idOf = (path: string, ids: RouteIds): string => {
  if (path.startsWith("/v1/webhooks")) return ids.webhook;
  if (path.startsWith("/v1/action-items")) return ids.actionItem;
  return path.startsWith("/v1/clients") ? ids.client : ids.recording;
};

/** Builds a request of a route of the access table, like "GET /v1/clients/{id}". */
export const buildRouteRequest = (route: string, ids: RouteIds): RouteRequest => {
  const [method, template] = route.split(" ") as [string, string];
  const body = buildBodies(ids)[route];
  const path = template.startsWith("/v1/uploads/")
    ? UPLOAD
    : template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(pathValues[name]?.(ids) ?? idOf(template, ids)),
      );
  const query = template === "/v1/stats" ? "?groupBy=user" : "";
  return {
    // A stream doesn't end.
    method: template === "/v1/events/stream" ? "HEAD" : method,
    path: path + query,
    headers: ownHeaders[route] ?? (body ? JSON_TYPE : {}),
    ...(body && { body: JSON.stringify(body) }),
  };
};
