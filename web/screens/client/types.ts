import type { ClientByIdQuery } from "./client.graphql.js";

export type Client = NonNullable<ClientByIdQuery["client"]>;
