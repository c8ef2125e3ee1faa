/** A request of a phone system. */
export interface VendorRequest {
  /** The exact body. */
  body: string;
  /** Returns a header's value, or an empty string. */
  header: (name: string) => string;
  /** The full URL that the phone system was configured with. */
  url: string;
}

/** A call as it arrives over HTTP, for the log of inbound calls. Fields fill in while it is parsed. */
export interface InboundRequest {
  /** The kind of URL: key, token, or an adapter's name. */
  channel: string;
  /** Milliseconds since 1970. */
  receivedAt: number;
  request: VendorRequest;
  /** The length of the original body. */
  bytes: number;
  /** The body without secrets; `readable` tells whether a replay can parse it again. */
  redactedBody: { text: string; readable: boolean };
  /** The rep's e-mail from the URL. */
  userEmail?: string | undefined;
  callId?: string | undefined;
  /** Names of fields that the parser ignored. */
  ignoredFields: string[];
  parsedCall?: object;
  /** The id of the log entry that this request replays. */
  replayOf?: string;
}
