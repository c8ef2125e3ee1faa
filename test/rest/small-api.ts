const buildThing = () => ({
  type: "object",
  properties: {
    id: { type: "string" },
    size: { type: "integer" },
    note: { type: ["string", "null"] },
    kind: { type: "string", enum: ["a", "b"] },
    parent: { anyOf: [{ $ref: "#/components/schemas/Parent" }, { type: "null" }] },
  },
  required: ["id", "size"],
});

/** A small API with every kind of part that can break clients. */
export const smallApi = {
  paths: {
    "/v1/things": {
      post: {
        operationId: "pushThing",
        parameters: [
          { name: "kind", in: "query", schema: { type: "string", maxLength: 10, default: "a" } },
          { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
        ],
        requestBody: { content: { "application/json": { schema: buildThing() } } },
        responses: {
          200: {
            headers: { etag: {} },
            content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
          },
          404: { description: "None" },
        },
      },
    },
  },
  webhooks: {
    "thing.made": {
      post: {
        parameters: [{ name: "webhook-id", in: "header", schema: { type: "string" } }],
        requestBody: { content: { "application/json": { schema: buildThing() } } },
      },
    },
  },
  components: {
    schemas: {
      Thing: buildThing(),
      Parent: { type: "object", properties: { id: { type: "string" } } },
    },
  },
};
