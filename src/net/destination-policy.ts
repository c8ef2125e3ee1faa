import { isIP } from "node:net";
import { isNeverAllowed, isPublic } from "./address.js";
import type { AllowList } from "./allow-list.js";
import type { Resolver } from "./resolve.js";

/** Where a connection would go. */
export interface Target {
  protocol: string;
  /** An address or a name, as URLs write it but without brackets or a dot at its end. */
  host: string;
  port: number;
}

/** The message says why, to be read after a name of what is refused; never which address was found. */
export class DestinationNotAllowed extends Error {
  readonly code = "DESTINATION_NOT_ALLOWED";
}

export interface Policy {
  /** Throws unless a connection may be made to each of the addresses. @throws DestinationNotAllowed */
  judge: (target: Target, addresses: string[]) => void;
  /** All addresses of the target, judged. @throws DestinationNotAllowed, or an Error where there is none */
  addresses: (target: Target) => Promise<string[]>;
}

export const createPolicy = (allow: AllowList, resolver: Resolver): Policy => {
  const judge: Policy["judge"] = ({ protocol, host, port }, addresses) => {
    const isNamed = allow.hasName(host, port);
    const isAllowed = (address: string): boolean =>
      (isNamed || allow.hasAddress(address, port)) && !isNeverAllowed(address);
    if (!addresses.every((address) => isAllowed(address) || isPublic(address)))
      throw new DestinationNotAllowed("must be a public address");
    if (protocol !== "https:" && !addresses.every(isAllowed))
      throw new DestinationNotAllowed("must be https");
  };
  return {
    judge,
    addresses: async (target) => {
      const { host, port } = target;
      const isLiteral = isIP(host) !== 0;
      const addresses = isLiteral ? [host] : await resolver.lookUp(host, allow.hasName(host, port));
      judge(target, addresses);
      return addresses;
    },
  };
};
