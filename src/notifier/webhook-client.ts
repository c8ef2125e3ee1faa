import got from "got";
import { version } from "../base/version.js";

/** Posts JSON once: no retries, no redirects, no decompression, and no error for any status. */
export const webhookClient = got.extend({
  method: "POST",
  headers: { "content-type": "application/json", "user-agent": `debrief/${version}` },
  retry: { limit: 0 },
  followRedirect: false,
  decompress: false,
  throwHttpErrors: false,
});
