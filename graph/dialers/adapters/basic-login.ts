import type { VendorRequest } from "../../core/inbound.js";
import { isSameSecret } from "./adapter.js";

/** Returns whether the request has this login (`user:password`) in HTTP Basic authentication. */
export const hasBasicLogin = (login: string, { header }: VendorRequest): boolean =>
  isSameSecret(header("authorization"), `Basic ${Buffer.from(login).toString("base64")}`);
