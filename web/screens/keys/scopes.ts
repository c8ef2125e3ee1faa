import type { KeyScope } from "./keys.graphql.js";

/** What a key may do, in words. */
export const scopeTexts: Record<KeyScope, string> = {
  read: "Read calls, appointments, clients and statistics",
  ingest: "Send calls, files and appointments",
  people: "Create, change and deactivate users",
  webhooks: "Manage webhooks; they receive the payload of every event",
  export: "Export all data",
  mcp: "Serve assistants (MCP), which also read",
};

/** The rights of a key that acts as a person. */
export const PERSONAL_SCOPES: readonly KeyScope[] = ["read", "mcp"];
