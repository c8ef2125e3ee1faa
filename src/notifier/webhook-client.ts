import got from "got";
import { version } from "../version.js";

/** Posts JSON as a webhook is posted: once, to where it is sent and nowhere else, whatever the answer is. */
export const client = got.extend({
  method: "POST",
  headers: { "content-type": "application/json", "user-agent": `debrief/${version}` },
  retry: { limit: 0 },
  followRedirect: false,
  decompress: false,
  throwHttpErrors: false,
});
