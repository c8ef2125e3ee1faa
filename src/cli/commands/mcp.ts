import { buildBaseUrl } from "../../base/config/base-url.js";
import { ConfigError } from "../../base/config/config-error.js";
import { printToStderr, UsageError, type Command } from "../../base/config/command.js";

export const mcp: Command = {
  usage: "mcp [--url <server>]",
  description: "connect an AI assistant to a running server",
  details: "Speaks MCP over stdin and stdout, with DEBRIEF_API_KEY. See docs/mcp.md.",
  requiredArgs: 0,
  options: {
    url: {
      type: "string",
      value: "<server>",
      description: "the server's URL; default: PUBLIC_URL, else HOST and PORT",
    },
  },
  takesSettings: true,
  run: async ({ flags, readConfig }) => {
    const { apiKey, publicUrl, host, port } = readConfig();
    if (apiKey === undefined)
      throw new ConfigError("DEBRIEF_API_KEY is required; set it or DEBRIEF_API_KEY_FILE");
    const url = String(flags["url"] ?? publicUrl ?? buildBaseUrl(host, port)).replace(/\/+$/, "");
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
      throw new UsageError(`--url must be an http or https URL, not "${url}"`);
    const { serveBridge } = await import("../../api/mcp/bridge.js");
    await serveBridge(url, apiKey, printToStderr);
  },
};
