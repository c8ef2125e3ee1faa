import { DestinationNotAllowedError } from "./destination-policy.js";

const certificateErrors: Record<string, string> = {
  CERT_HAS_EXPIRED: "expired",
  CERT_NOT_YET_VALID: "not valid yet",
  CERT_REVOKED: "revoked",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "self-signed certificate in the chain",
  ERR_TLS_CERT_ALTNAME_INVALID: "not for this host name",
  HOSTNAME_MISMATCH: "not for this host name",
  UNABLE_TO_GET_ISSUER_CERT: "issuer not known",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "issuer not known",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "issuer not known",
};

const networkErrors: [codes: RegExp, text: string][] = [
  [/^ECONNREFUSED$/, "connection refused"],
  [/^(ENOTFOUND|ENODATA|EAI_NONAME|EAI_NODATA)$/, "host name not found"],
  [
    /^(EAI_|ESERVFAIL|EREFUSED|ETIMEOUT|ECANCELLED|EBADRESP|EBADNAME|EFORMERR)/,
    "host name could not be looked up",
  ],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, "connection closed by the receiver"],
  [/^ERR_HTTP_CONTENT_LENGTH_MISMATCH$/, "connection closed by the receiver"],
  [/^ETIMEDOUT$/, "connection timed out"],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, "host not reachable"],
  [/^HPE_HEADER_OVERFLOW$/, "the answer's headers are too large"],
  [/^HPE_INVALID_EOF_STATE$/, "connection closed by the receiver"],
  [/^HPE_/, "the answer is not valid HTTP"],
  [/CERT|CRL|ISSUER/, "certificate: not valid"],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/, "no TLS connection"],
  [/^(ERR_INVALID_URL|ERR_UNSUPPORTED_PROTOCOL)$/, "URL is not valid"],
];

/** Lists an error and its causes. A failed connection has one error for each address. */
const collectCauses = (error: unknown): Error[] => {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < 8; next = next.cause) {
    chain.push(next);
    if (next instanceof AggregateError) chain.push(...next.errors.flatMap(collectCauses));
  }
  return chain;
};

/** Describes a failure for the delivery log, in plain words and without internal details. */
export const describeNetworkError = (error: unknown): string => {
  const chain = collectCauses(error);
  if (chain.some((cause) => cause instanceof DestinationNotAllowedError))
    return "destination is not allowed";
  for (const { code } of chain as NodeJS.ErrnoException[]) {
    if (code === undefined) continue;
    if (certificateErrors[code] !== undefined) return `certificate: ${certificateErrors[code]}`;
    const text = networkErrors.find(([codes]) => codes.test(code))?.[1];
    if (text !== undefined) return text;
  }
  return "request failed";
};
