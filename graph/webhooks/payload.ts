import type { EventName } from "./events.js";

/** Builds the exact body of a delivery. Custom fields come first and never replace a field of the data. */
export const buildPayload = (event: EventName, customFields: object, data: object): string => {
  const own = Object.entries(customFields).filter(([name]) => !Object.hasOwn(data, name));
  return JSON.stringify({ event, data: { ...Object.fromEntries(own), ...data } });
};
