import { Failure } from "../errors.js";
import type { Adapter } from "./adapter.js";
import { aircall } from "./aircall.js";
import { callrail } from "./callrail.js";
import { dialpad } from "./dialpad.js";
import { ringcentral } from "./ringcentral.js";
import { twilio } from "./twilio.js";

/** The phone systems whose own webhooks are understood, by their names in URLs and in front of call ids. */
export const adapters: Readonly<Record<string, Adapter>> = {
  aircall,
  callrail,
  dialpad,
  ringcentral,
  twilio,
};

const LONGEST = 40;

/** A name as it can be told and kept, whatever was sent as one. */
export const shown = (name: string): string =>
  name.replaceAll("\0", "").toWellFormed().slice(0, LONGEST);

/** @throws NOT_FOUND, which tells the names that there are */
export const adapterOf = (name: string): Adapter => {
  if (Object.hasOwn(adapters, name)) return adapters[name]!;
  throw new Failure(
    "NOT_FOUND",
    `There is no adapter ${JSON.stringify(shown(name))}; there are ${Object.keys(adapters).join(", ")}`,
  );
};
