import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { ExecutionContext } from "ava";

/** What the toy model understands: words in German and English with the same meaning. Other words have one of their own. */
const MEANINGS: readonly (readonly string[])[] = [
  ["teuer", "kostet", "preis", "expensive", "price", "costs"],
  ["frau", "mann", "wife", "husband"],
  ["fenster", "windows", "window"],
  ["garantie", "warranty"],
];
const DIMENSIONS = 700;
/** All sentences of the model are alike to a degree, as those of real ones are. */
const COMMON = 1.5;

const hash = (text: string): number => {
  let value = 2_166_136_261;
  for (const character of text)
    value = Math.imul(value ^ character.codePointAt(0)!, 16_777_619) >>> 0;
  return value;
};

const embed = (text: string): number[] => {
  const vector = Array.from({ length: DIMENSIONS }, (_, at): number => (at === 0 ? COMMON : 0));
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const meaning = MEANINGS.findIndex((words) => words.includes(word));
    if (meaning === -1) vector[20 + (hash(word) % (DIMENSIONS - 20))]! += 0.3;
    else vector[1 + meaning] = 2;
  }
  return vector;
};

/** A request for embeddings. */
interface EmbeddingRequest {
  model: string;
  input: string[];
  encoding_format: string;
}

/** Starts an OpenAI-compatible server of embeddings, which ends with the test. */
export const startEmbeddingModel = async (t: ExecutionContext) => {
  const requests: EmbeddingRequest[] = [];
  const keys: (string | undefined)[] = [];
  const state = {
    /** Returns an answer instead of the right one. */
    answer: undefined as
      | ((request: EmbeddingRequest) => { status: number; body: string })
      | undefined,
  };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (request.url === "/v1/models")
        return response.end(JSON.stringify({ data: [{ id: "babel" }] }));
      const parsed = JSON.parse(body.toString()) as EmbeddingRequest;
      requests.push(parsed);
      keys.push(request.headers.authorization);
      const data = parsed.input.map((text, index) => ({ index, embedding: embed(text) }));
      const { status, body: text } = state.answer?.(parsed) ?? {
        status: 200,
        // Servers may answer in any order.
        body: JSON.stringify({ object: "list", data: data.toReversed() }),
      };
      return response.writeHead(status, { "content-type": "application/json" }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    settings: { url: `http://127.0.0.1:${port}/v1`, key: "sk-1", model: "babel", concurrency: 2 },
    requests,
    keys,
  });
};
