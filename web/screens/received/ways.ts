const ways: Record<string, string> = {
  key: "the API",
  token: "the dialer URL",
  aircall: "Aircall",
  callrail: "CallRail",
  dialpad: "Dialpad",
  ringcentral: "RingCentral",
  twilio: "Twilio",
};

/** What a call came by, as people say it; an adapter that there is not, as it was written. */
export const wayOf = (way: string): string => (Object.hasOwn(ways, way) ? ways[way]! : `“${way}”`);
