import type { RepChannel } from "./received.graphql.js";

/** Says where the rep is. */
export const repChannelTexts: Record<RepChannel, string> = {
  left: "The rep is on the left channel",
  right: "The rep is on the right channel",
  caller_left: "The caller is on the left channel",
};
