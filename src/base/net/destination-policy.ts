import { isIP } from "node:net";
import { isNeverAllowed, isPublic } from "./address.js";
import type { AllowList } from "./allow-list.js";
import type { Resolver } from "./resolver.js";

/** The destination of a connection. */
export interface Target {
  protocol: string;
  /** An address or a name as a URL has it, without brackets and without a trailing dot. */
  host: string;
  port: number;
}

/** The message reads well after the name of the refused field. It never contains the resolved address. */
export class DestinationNotAllowedError extends Error {
  readonly code = "DESTINATION_NOT_ALLOWED";
}

export interface DestinationPolicy {
  /** Checks that the target may connect to every address. @throws DestinationNotAllowedError */
  validateAddresses: (target: Target, addresses: string[]) => void;
  /**
   * Resolves and checks the addresses of a target. @throws DestinationNotAllowedError, or an Error if there are none
   */
  resolveAddresses: (target: Target) => Promise<string[]>;
}

export const createDestinationPolicy = (
  allow: AllowList,
  resolver: Resolver,
): DestinationPolicy => {
  const validateAddresses: DestinationPolicy["validateAddresses"] = (
    { protocol, host, port },
    addresses,
  ) => {
    const isNamed = allow.hasName(host, port);
    const isAllowed = (address: string): boolean =>
      (isNamed || allow.hasAddress(address, port)) && !isNeverAllowed(address);
    if (!addresses.every((address) => isAllowed(address) || isPublic(address)))
      throw new DestinationNotAllowedError("must be a public address");
    if (protocol !== "https:" && !addresses.every(isAllowed))
      throw new DestinationNotAllowedError("must be https");
  };
  return {
    validateAddresses,
    resolveAddresses: async (target) => {
      const { host, port } = target;
      const isLiteral = isIP(host) !== 0;
      const addresses = isLiteral ? [host] : await resolver.lookUp(host, allow.hasName(host, port));
      validateAddresses(target, addresses);
      return addresses;
    },
  };
};
