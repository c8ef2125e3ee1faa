import { baseUrl } from "../base-url.js";
import { ConfigError } from "../config.js";
import { tell, UsageError, type Verb } from "../verb.js";

export const mcp: Verb = {
  usage: "mcp [--url <server>]",
  about: "serve assistants over stdin and stdout, from a running server; see docs/mcp.md",
  args: 0,
  options: { url: { type: "string" } },
  configured: true,
  run: async ({ flags, config }) => {
    const { apiKey, publicUrl, host, port } = config();
    if (apiKey === undefined)
      throw new ConfigError("DEBRIEF_API_KEY is needed: the organization's API key, or its file");
    const url = String(flags["url"] ?? publicUrl ?? baseUrl(host, port)).replace(/\/+$/, "");
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
      throw new UsageError(`--url must be an http or https URL, not "${url}"`);
    const { bridge } = await import("../mcp/bridge.js");
    await bridge(url, apiKey, tell);
  },
};
