/** The event names of the contract. */
export const eventNames = [
  "recording.processed",
  "recording.integration_updated",
  "client.created",
] as const;

export type EventName = (typeof eventNames)[number];
