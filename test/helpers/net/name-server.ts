import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import { parseAddress } from "./special-ranges.js";

/** The reply for a name: addresses of both families, or an error. */
export interface DnsReply {
  addresses?: string[];
  /**
   * The canonical name: the queried name is an alias (CNAME), and the addresses belong to this one.
   */
  alias?: string;
  /** RCODE: 2 for a server failure, 3 for an unknown name. */
  code?: number;
  /** Sends no reply at all. */
  silent?: boolean;
}

export interface NameServer {
  /** In the format of `dns.setServers`. */
  address: string;
  /** All queries in order: "A name" or "AAAA name". */
  queriedNames: string[];
  close: () => void;
}

const A = 1;
const CNAME = 5;
const AAAA = 28;
const HEADER_BYTES = 12;

const encodeUint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

const encodeLabels = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

const encodeRecord = (name: string, type: number, data: Buffer): Buffer =>
  // Class IN with a time to live of 0, so that nothing is cached.
  Buffer.concat([
    encodeLabels(name),
    encodeUint16(type),
    encodeUint16(1),
    Buffer.alloc(4),
    encodeUint16(data.length),
    data,
  ]);

const encodeAddress = (address: string): Buffer => {
  const { value, bits } = parseAddress(address);
  return Buffer.from(value.toString(16).padStart(bits / 4, "0"), "hex");
};

const readQuestion = (query: Buffer): { name: string; type: number; question: Buffer } => {
  const parts: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    parts.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = parts.join(".").toLowerCase();
  return { name, type: query.readUInt16BE(at + 1), question: query.subarray(HEADER_BYTES, at + 5) };
};

const buildResponse = (query: Buffer, type: number, name: string, reply: DnsReply): Buffer => {
  const owner = reply.alias ?? name;
  const answers = (reply.addresses ?? [])
    .filter((address) => type === (isIPv6(address) ? AAAA : A))
    .map((address) => encodeRecord(owner, type, encodeAddress(address)));
  if (reply.alias) answers.unshift(encodeRecord(name, CNAME, encodeLabels(reply.alias)));
  const flags = 0x8180 | (reply.code ?? 0);
  const counts = [1, answers.length, 0, 0].map(encodeUint16);
  const { question } = readQuestion(query);
  return Buffer.concat([
    query.subarray(0, 2),
    encodeUint16(flags),
    ...counts,
    question,
    ...answers,
  ]);
};

/** Starts a name server; `reply` is called for every query. */
export const startNameServer = async (
  reply: (name: string, type: "A" | "AAAA") => DnsReply,
): Promise<NameServer> => {
  const socket = createSocket("udp4");
  const queriedNames: string[] = [];
  socket.on("message", (query, { port, address }) => {
    const { name, type } = readQuestion(query);
    const kind = type === AAAA ? "AAAA" : "A";
    queriedNames.push(`${kind} ${name}`);
    const answer = reply(name, kind);
    if (!answer.silent) socket.send(buildResponse(query, type, name, answer), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queriedNames,
    close: () => socket.close(),
  };
};
