import { Failure } from "../../core/errors.js";
import type { Adapter } from "./adapter.js";
import { aircall } from "./aircall.js";
import { asterisk } from "./asterisk.js";
import { callrail } from "./callrail.js";
import { dialpad } from "./dialpad.js";
import { freeswitch } from "./freeswitch.js";
import { ringcentral } from "./ringcentral.js";
import { twilio } from "./twilio.js";

/** The adapters, by their name in URLs and in front of call ids. */
export const adapters: Readonly<Record<string, Adapter>> = {
  aircall,
  asterisk,
  callrail,
  dialpad,
  freeswitch,
  ringcentral,
  twilio,
};

const MAX_NAME_CHARACTERS = 40;

/** Sanitizes an adapter name from a URL for messages and the log. */
export const sanitizeName = (name: string): string =>
  name.replaceAll("\0", "").toWellFormed().slice(0, MAX_NAME_CHARACTERS);

export const findAdapter = (name: string): Adapter | undefined =>
  Object.hasOwn(adapters, name) ? adapters[name] : undefined;

/** Returns the adapter with this name. @throws NOT_FOUND; the message lists the names */
export const requireAdapter = (name: string): Adapter => {
  const adapter = findAdapter(name);
  if (adapter) return adapter;
  throw new Failure(
    "NOT_FOUND",
    `There is no adapter ${JSON.stringify(sanitizeName(name))}; there are ${Object.keys(adapters).join(", ")}`,
  );
};
