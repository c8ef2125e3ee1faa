/** Names the channel of a received call: the API, the dialer URL or a phone system. */
export const formatChannel = ({
  channel,
  channelTitle,
}: {
  channel: string;
  channelTitle: string | null;
}): string => {
  if (channel === "key") return "API";
  if (channel === "token") return "Dialer URL";
  return channelTitle ?? `“${channel}”`;
};
