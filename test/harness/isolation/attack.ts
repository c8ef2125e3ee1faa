import type { Answer, TestServer } from "../helpers/server.js";
import { type Furnished, furnish } from "./furnish.js";
import { difference, shown } from "./answers.js";
import type { Case } from "./cases.js";
import { CANARY, type Names, unknown, wordOf } from "./names.js";
import { answering } from "./receiver.js";
import { type Request, requests } from "./requests.js";
import { digestOf, rowsOf, settled } from "./rows.js";

/** What was tried. */
export interface Tried {
  organizations: number;
  pairs: number;
  /** Operations by credential, and endpoints. */
  asked: number;
  requests: number;
  webhooks: number;
  logged: number;
}

/** So many organizations try to sign in as another one: more attempts are not allowed from an address. */
const SIGNING_IN = 5;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

type Delivered = Awaited<ReturnType<typeof answering>>["received"][number];

/** Organizations with a word of their own in every text, and what each is told of the others. */
class Attack {
  readonly found: string[] = [];
  readonly #all: Furnished[] = [];
  /** The word of the organization whose row an id is. */
  readonly #ids = new Map<string, string>();
  #nobodies = 0;
  /** Whether anybody may have written down what can be named of another. */
  #named = false;
  requests = 0;

  constructor(
    private readonly server: TestServer,
    private readonly seed: number,
  ) {}

  async furnish(count: number, receiver: string): Promise<Furnished[]> {
    for (let number = 1; number <= count; number += 1) {
      const made = await furnish(this.server, wordOf(this.seed, number), receiver);
      this.#all.push(made);
      for (const [id] of (await rowsOf(this.server, made.org.id)).matchAll(UUID))
        this.#ids.set(id, made.word);
    }
    return this.#all;
  }

  /** Notes what a text that is for this organization has of another one, but for what it may have named of it. */
  look(text: string, own: string, where: string): void {
    const foreign: [string, string | undefined][] = [
      ...text.matchAll(CANARY).map(([canary, word]) => [canary, word] as [string, string]),
      ...text.matchAll(UUID).map(([id]) => [id, this.#ids.get(id)] as [string, string | undefined]),
    ];
    for (const [value, word] of foreign) {
      const other = this.#all.find((furnished) => furnished.word === word);
      if (!other || word === own) continue;
      if (this.#named && Object.values(other.names).includes(value)) continue;
      this.found.push(`${where}: has ${value}`);
    }
  }

  /** Everything that each of them can ask without naming anything of another, before anybody has. */
  async alone(all: readonly Request[], bodies: () => readonly Delivered[]): Promise<void> {
    for (const one of this.#all)
      for (const { name, cases, ask } of all)
        for (const { values } of cases.filter(({ path }) => path === "")) {
          this.look(
            (await ask(this.server, one, values(one.names, one.names))).text,
            one.word,
            name,
          );
          this.requests += 1;
        }
    await settled(this.server);
    this.bodies(bodies());
    this.#named = true;
  }

  bodies(delivered: readonly Delivered[]): void {
    for (const { path, body } of delivered)
      this.look(body, [...path.matchAll(CANARY)][0]?.[1] ?? "", `webhook ${path}`);
  }

  /** Whether whatever is named when reading is there: else nobody would be told of it in any case. */
  async names(one: Furnished, all: readonly Request[]): Promise<void> {
    const nobody = unknown(one.names, wordOf(this.seed, 0), this.server.services.newId);
    for (const { name, cases, ask } of all)
      for (const [place, some] of Map.groupBy(cases, ({ path }) => path.split(":")[0]!)) {
        const told = async ({ values }: Case, names: Names): Promise<string> =>
          shown(await ask(this.server, one, values(one.names, names)), one.names, nobody);
        let same = true;
        for (const each of place === "" ? [] : some)
          same &&= (await told(each, one.names)) === (await told(each, nobody));
        if (same && place !== "") this.found.push(`${name} ${place}: says nothing of one's own`);
      }
  }

  /** Everything that one of them can ask in which it names something of the other. */
  async pair(one: Furnished, other: Furnished, all: readonly Request[]): Promise<void> {
    const before = await digestOf(this.server, other.org.id);
    const nobody = unknown(
      other.names,
      wordOf(this.seed, (this.#nobodies -= 1)),
      this.server.services.newId,
    );
    for (const { name, cases, ask } of all)
      for (const { path, values } of cases) {
        const where = `${name} ${path}`;
        const answers: Answer[] = [];
        for (const names of path === "" ? [other.names] : [other.names, nobody])
          answers.push(await ask(this.server, one, values(one.names, names)));
        this.requests += answers.length;
        for (const { text, status } of answers) {
          this.look(text, one.word, where);
          if (status >= 500 || text.includes('"INTERNAL"')) this.found.push(`${where}: ${text}`);
        }
        const [known, not] = answers.map((answer) => shown(answer, other.names, nobody));
        if (not !== undefined && known !== not)
          this.found.push(`${where}: ${difference(known!, not)}`);
      }
    await settled(this.server);
    if ((await digestOf(this.server, other.org.id)) !== before)
      this.found.push(`rows of ${other.word} were changed by ${one.word}`);
  }
}

/** @throws with what was found */
export const attack = async (
  server: TestServer,
  { count, seed }: { count: number; seed: number },
): Promise<Tried> => {
  const all = requests();
  const receiver = await answering();
  const attack = new Attack(server, seed);
  try {
    const organizations = await attack.furnish(count, receiver.url);
    const during = all.filter((request) => !request.atLast);
    await attack.names(
      organizations[0]!,
      all.filter((request) => request.reads),
    );
    await attack.alone(during, () => receiver.received);
    for (const [index, one] of organizations.entries()) {
      const others = organizations.filter((other) => other !== one);
      for (const other of others) await attack.pair(one, other, during);
      if (index < SIGNING_IN)
        await attack.pair(
          one,
          others[0]!,
          all.filter((request) => request.atLast),
        );
    }
    await settled(server);
  } finally {
    receiver.close();
  }
  attack.bodies(receiver.received);
  // Nothing of anybody is in the log, but for the ids of organizations.
  for (const line of server.log)
    for (const [canary] of JSON.stringify(line).matchAll(CANARY))
      attack.found.push(`log: ${canary} in ${JSON.stringify(line)}`);
  if (attack.found.length > 0)
    throw new Error(
      `seed ${seed}: ${attack.found.length} found\n${attack.found.slice(0, 20).join("\n")}`,
    );
  return {
    organizations: count,
    pairs: count * (count - 1),
    asked: all.length,
    requests: attack.requests,
    webhooks: receiver.received.length,
    logged: server.log.length,
  };
};
