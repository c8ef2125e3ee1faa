import type { OutgoingHttpHeaders, Server, ServerResponse } from "node:http";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { buildOpenApi } from "../../../rest/openapi/document.js";
import { validateRoute } from "../../../rest/route.js";
import { restRoutes } from "../../../rest/routes/index.js";
import { getSchema } from "../graphql/schema.js";

interface Parameter {
  name: string;
  required?: boolean;
}

interface DescribedBody {
  $ref?: string;
  headers?: Record<string, { $ref?: string }>;
  content?: { "application/json": { schema: object } };
}

interface Operation {
  responses: Record<string, DescribedBody>;
  requestBody?: DescribedBody;
  parameters?: Parameter[];
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    headers: Record<string, { required?: boolean }>;
    responses: Record<string, DescribedBody>;
  };
}

/** Forbids undocumented properties: clients ignore them, but a test must see them. */
const closeSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closeSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const closed = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === "example" ? value : closeSchema(value),
    ]),
  );
  const isObject = closed["type"] === "object" && "properties" in closed;
  return isObject ? { additionalProperties: false, ...closed } : closed;
};

const countParameters = ({ form }: { form: RegExp }): number => form.source.split("[^/]+").length;

class DocumentedApi {
  readonly document: Document;
  readonly #ajv = new Ajv2020({ allowUnionTypes: true });
  readonly #components: unknown;
  readonly #validators = new Map<object, ValidateFunction>();
  readonly #paths: { form: RegExp; operations: Record<string, Operation> }[];

  constructor() {
    const schema = getSchema();
    const routes = restRoutes.map((route) => validateRoute(schema, route));
    this.document = buildOpenApi(
      schema,
      routes,
      "https://debrief.example.com",
    ) as unknown as Document;
    this.#components = closeSchema(this.document.components);
    formats.default(this.#ajv);
    for (const keyword of ["components", "example"]) this.#ajv.addKeyword(keyword);
    this.#paths = Object.entries(this.document.paths).map(([path, operations]) => ({
      form: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
      operations,
    }));
  }

  /** Finds the operation of a request; undefined if the document has none. */
  findOperation(method: string, path: string): Operation | undefined {
    const found = this.#paths
      .map(({ form, operations }) => ({
        form,
        operation: operations[method.toLowerCase()] ?? (method === "HEAD" && operations["get"]),
      }))
      .filter(({ form, operation }) => operation && form.test(path));
    // A path without parameters takes precedence.
    const [first] = found.toSorted((a, b) => countParameters(a) - countParameters(b));
    return first?.operation || undefined;
  }

  /** Returns how a JSON value differs from a body's schema. */
  validateBody(described: DescribedBody, value: unknown): string[] {
    const { schema } = described.content!["application/json"];
    let validate = this.#validators.get(schema);
    if (!validate) {
      const closedSchema = { ...(closeSchema(schema) as object), components: this.#components };
      validate = this.#ajv.compile(closedSchema);
      this.#validators.set(schema, validate);
    }
    if (validate(value)) return [];
    return validate.errors!.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  resolveResponse({ responses }: Operation, status: number): DescribedBody | undefined {
    const described = responses[status];
    const name = described?.$ref?.split("/").at(-1);
    return name === undefined ? described : this.document.components.responses[name];
  }
}

let cachedApi: DocumentedApi | undefined;
const loadDocumentedApi = (): DocumentedApi => (cachedApi ??= new DocumentedApi());

/** Statuses of requests without a documented operation. */
const UNDOCUMENTED_STATUSES = new Set([204, 400, 401, 404, 405, 429]);

const findResponseDifferences = (
  { method, path }: { method: string; path: string },
  { status, headers }: { status: number; headers: OutgoingHttpHeaders },
  body: string,
): string[] => {
  const api = loadDocumentedApi();
  const operation = api.findOperation(method, path);
  if (!operation)
    return UNDOCUMENTED_STATUSES.has(status) ? [] : [`${status} of an unknown operation`];
  const described = api.resolveResponse(operation, status);
  if (!described) return [`${status} is not documented`];
  const missing = Object.entries(described.headers ?? {})
    .filter(([name, { $ref }]) => {
      // A header of one operation is described in place, and optional.
      const header = $ref && api.document.components.headers[$ref.split("/").at(-1)!]!;
      return header && header.required && headers[name] === undefined;
    })
    .map(([name]) => `the header ${name} is missing`);
  if (method === "HEAD" || !described.content)
    return body === "" ? missing : [...missing, "the response has an undocumented body"];
  const types = Object.keys(described.content);
  const [sent = ""] = String(headers["content-type"]).split(";");
  if (!types.some((type) => type === sent || type === sent.replace(/[^/]+$/, "*")))
    return [...missing, `the content type is ${sent}, not ${types.join(", ")}`];
  if (sent !== "application/json") return missing;
  return [...missing, ...api.validateBody(described, JSON.parse(body))];
};

const MISMATCH_STATUS = 599;

/**
 * Checks every /v1 response against the OpenAPI document. A response that differs becomes a 599, which no test expects,
 * with the differences as its message.
 */
export const checkResponses = (server: Server): void => {
  server.prependListener("request", ({ method = "", url = "" }, response) => {
    const [path] = url.split("?") as [string];
    if (!path.startsWith("/v1/") || path.startsWith("/v1/openapi.json")) return;
    let written: [status: number, headers: OutgoingHttpHeaders] | undefined;
    const writeHead = response.writeHead.bind(response);
    // Delays the headers until the body is known, because sent headers can't change.
    response.writeHead = ((status: number, headers?: OutgoingHttpHeaders) => {
      if (headers === undefined) return writeHead(status);
      written = [status, headers];
      return response;
    }) as typeof response.writeHead;
    const end = response.end.bind(response) as (body?: unknown) => ServerResponse;
    response.end = ((body?: unknown) => {
      const text = Buffer.isBuffer(body) ? body.toString() : typeof body === "string" ? body : "";
      const [status, headers] = written ?? [response.statusCode, response.getHeaders()];
      const found = findResponseDifferences({ method, path }, { status, headers }, text);
      if (found.length === 0) {
        if (written) writeHead(...written);
        return end(body);
      }
      response.statusCode = MISMATCH_STATUS;
      const mismatch = `${method} ${path} differs from the OpenAPI document: ${found.join("; ")}`;
      response.removeHeader("content-length");
      return end(JSON.stringify({ message: mismatch }));
    }) as typeof response.end;
  });
};

/** Returns how a received webhook request differs from the document. */
export const findEventDifferences = (headers: Record<string, unknown>, body: string): string[] => {
  const { event } = JSON.parse(body) as { event: string };
  const operation = loadDocumentedApi().document.webhooks[event]?.post;
  if (!operation) return [`${event} isn't documented`];
  const missing = operation
    .parameters!.filter(({ name, required }) => required && headers[name] === undefined)
    .map(({ name }) => `the header ${name} is missing`);
  return [
    ...missing,
    ...loadDocumentedApi().validateBody(operation.requestBody!, JSON.parse(body)),
  ];
};
