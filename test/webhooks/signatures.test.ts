import type { IncomingHttpHeaders } from "node:http";
import test from "ava";
import { Webhook } from "standardwebhooks";
import {
  buildMessage,
  startHttpReceiver,
  createTestSender,
} from "../helpers/webhooks/socket-receivers.js";

const BODIES = Number(process.env["SIGNATURE_BODIES"] ?? 200);
const CONCURRENCY = 16;
const MIB = 2 ** 20;
/** One in so many bodies is about 1 MiB. */
const LARGE_EVERY = Math.min(100, Math.ceil(BODIES / 5));

/** Creates a generator of numbers from 0 to below 1, the same in every run. */
const createRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const random = createRandom(20_260_302);
const below = (limit: number): number => Math.floor(random() * limit);

const unusual = [
  "😀",
  "👩🏽‍🚀",
  "\u2028",
  "\u2029",
  "\uD83D",
  "\uDE00",
  "\0",
  "é",
  "e\u0301",
  "\\",
  '"',
  "\uFEFF",
  "\uFFFF",
  "\r\n",
];

/** Builds text of at most so many characters; long text repeats itself. */
const buildText = (length: number): string => {
  let text = "";
  while (text.length < Math.min(length, 4096))
    text += below(3) === 0 ? unusual[below(unusual.length)] : String.fromCharCode(below(0x1_0000));
  return text.padEnd(length, text).slice(0, length);
};

const buildBody = (index: number): string => {
  // A character has up to three bytes.
  if (index % LARGE_EVERY === 1) return "a".repeat(MIB - 3 * 4096) + buildText(4096);
  const text = buildText(below(index % 50 === 0 ? 60_000 : 3000));
  return index % 2 === 0 ? text : JSON.stringify({ event: "recording.processed", data: { text } });
};

const createSecret = (): string =>
  `whsec_${Buffer.from(Array.from({ length: 32 }, () => below(256))).toString("base64")}`;

interface Received {
  headers: Record<string, string>;
  body: Buffer;
}

const verifies = (key: string, { headers, body }: Received): boolean => {
  try {
    new Webhook(key).verify(body, headers, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
};

const textHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

test(`a receiver verifies ${BODIES} bodies with either secret, and nothing else verifies`, async (t) => {
  const received = new Map<string, Received>();
  const url = await startHttpReceiver(t, (request, response, body) => {
    const headers = textHeaders(request.headers);
    received.set(headers["webhook-id"]!, { headers, body });
    response.end();
  });
  const { send } = createTestSender(t);
  const check = async (index: number): Promise<void> => {
    const messageId = `message-${index}`;
    const [own, organizations, wrong] = [createSecret(), createSecret(), createSecret()];
    const body = buildBody(index);
    const outcome = await send(
      buildMessage(url, { body, messageId, secrets: [own, organizations] }),
    );
    if (!outcome.delivered) throw new Error(`${messageId}: ${outcome.error}`);
    const complete = received.get(messageId)!;
    received.delete(messageId);
    const { headers } = complete;
    const changed = Buffer.concat([complete.body, Buffer.from(" ")]);
    const later = `${Number(headers["webhook-timestamp"]) + 1}`;
    const results = [
      complete.body.equals(Buffer.from(body)),
      verifies(own, complete),
      verifies(organizations, complete),
      verifies(wrong, complete),
      verifies(own, { headers, body: changed }),
      verifies(own, { headers: { ...headers, "webhook-id": "another" }, body: complete.body }),
      verifies(own, { headers: { ...headers, "webhook-timestamp": later }, body: complete.body }),
    ];
    if (results.join() !== "true,true,true,false,false,false,false")
      throw new Error(`${messageId}: ${results.join()}`);
  };
  let next = 0;
  let checked = 0;
  const work = async (): Promise<void> => {
    while (next < BODIES) {
      await check((next += 1));
      checked += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  t.is(checked, BODIES);
});

test("the headers of a sample message are as the standard says", async (t) => {
  let headers: Record<string, string> = {};
  const url = await startHttpReceiver(t, (request, response) => {
    headers = textHeaders(request.headers);
    response.end();
  });
  const at = Math.floor(Date.now() / 1000);
  const key = createSecret();
  const body = '{"a":"\uD83D"}';
  await createTestSender(t).send(
    buildMessage(url, { body, messageId: "msg_1", secrets: [key, key] }),
  );
  t.is(headers["webhook-id"], "msg_1");
  t.regex(headers["webhook-timestamp"]!, /^\d{10}$/);
  t.true(Number(headers["webhook-timestamp"]) >= at);
  const time = new Date(Number(headers["webhook-timestamp"]) * 1000);
  const signature = new Webhook(key).sign("msg_1", time, '{"a":"\uFFFD"}');
  t.is(headers["webhook-signature"], `${signature} ${signature}`);
  t.is(Number(headers["content-length"]), Buffer.byteLength(body));
});
