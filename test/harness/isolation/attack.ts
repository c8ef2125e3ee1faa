import type { Answer, TestServer } from "../../helpers/server.js";
import { type FilledOrganization, createFilledOrganization } from "./filled-organization.js";
import { excerptDifference, normalizeResponse } from "./normalize-response.js";
import type { IsolationCase } from "./cases.js";
import {
  CANARY_PATTERN,
  type OrganizationNames,
  buildUnknownNames,
  buildWord,
} from "./organization-names.js";
import { startEchoReceiver } from "./echo-receiver.js";
import { type IsolationRequest, buildRequests } from "./requests.js";
import { computeDigest, loadOrganizationRows, waitUntilAllSent } from "./rows.js";

/** What was tried. */
export interface IsolationTally {
  organizations: number;
  pairs: number;
  /** Operations by credential, and endpoints. */
  requestKinds: number;
  requests: number;
  webhooks: number;
  logged: number;
}

/** So many organizations try to sign in as another one: more attempts are not allowed from an address. */
const SIGN_IN_ATTACKERS = 5;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

type Delivered = Awaited<ReturnType<typeof startEchoReceiver>>["received"][number];

/** Organizations with a word of their own in every text, and what each is told of the others. */
class Attack {
  readonly problems: string[] = [];
  readonly #all: FilledOrganization[] = [];
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

  async furnish(count: number, receiver: string): Promise<FilledOrganization[]> {
    for (let number = 1; number <= count; number += 1) {
      const made = await createFilledOrganization(
        this.server,
        buildWord(this.seed, number),
        receiver,
      );
      this.#all.push(made);
      for (const [id] of (await loadOrganizationRows(this.server, made.org.id)).matchAll(UUID))
        this.#ids.set(id, made.word);
    }
    return this.#all;
  }

  /** Notes what a text that is for this organization has of another one, but for what it may have named of it. */
  checkText(text: string, own: string, where: string): void {
    const foreign: [string, string | undefined][] = [
      ...text.matchAll(CANARY_PATTERN).map(([canary, word]) => [canary, word] as [string, string]),
      ...text.matchAll(UUID).map(([id]) => [id, this.#ids.get(id)] as [string, string | undefined]),
    ];
    for (const [value, word] of foreign) {
      const other = this.#all.find((furnished) => furnished.word === word);
      if (!other || word === own) continue;
      if (this.#named && Object.values(other.names).includes(value)) continue;
      this.problems.push(`${where}: has ${value}`);
    }
  }

  /** Everything that each of them can ask without naming anything of another, before anybody has. */
  async checkOwnRequests(
    all: readonly IsolationRequest[],
    bodies: () => readonly Delivered[],
  ): Promise<void> {
    for (const one of this.#all)
      for (const { name, cases, send } of all)
        for (const { values } of cases.filter(({ path }) => path === "")) {
          this.checkText(
            (await send(this.server, one, values(one.names, one.names))).text,
            one.word,
            name,
          );
          this.requests += 1;
        }
    await waitUntilAllSent(this.server);
    this.checkBodies(bodies());
    this.#named = true;
  }

  checkBodies(delivered: readonly Delivered[]): void {
    for (const { path, body } of delivered)
      this.checkText(body, [...path.matchAll(CANARY_PATTERN)][0]?.[1] ?? "", `webhook ${path}`);
  }

  /** Whether whatever is named when reading is there: else nobody would be told of it in any case. */
  async checkNames(one: FilledOrganization, all: readonly IsolationRequest[]): Promise<void> {
    const nobody = buildUnknownNames(
      one.names,
      buildWord(this.seed, 0),
      this.server.services.newId,
    );
    for (const { name, cases, send } of all)
      for (const [place, some] of Map.groupBy(cases, ({ path }) => path.split(":")[0]!)) {
        const told = async ({ values }: IsolationCase, names: OrganizationNames): Promise<string> =>
          normalizeResponse(
            await send(this.server, one, values(one.names, names)),
            one.names,
            nobody,
          );
        let same = true;
        for (const each of place === "" ? [] : some)
          same &&= (await told(each, one.names)) === (await told(each, nobody));
        if (same && place !== "") this.problems.push(`${name} ${place}: says nothing of one's own`);
      }
  }

  /** Everything that one of them can ask in which it names something of the other. */
  async attackPair(
    one: FilledOrganization,
    other: FilledOrganization,
    all: readonly IsolationRequest[],
  ): Promise<void> {
    const before = await computeDigest(this.server, other.org.id);
    const nobody = buildUnknownNames(
      other.names,
      buildWord(this.seed, (this.#nobodies -= 1)),
      this.server.services.newId,
    );
    for (const { name, cases, send } of all)
      for (const { path, values } of cases) {
        const where = `${name} ${path}`;
        const answers: Answer[] = [];
        for (const names of path === "" ? [other.names] : [other.names, nobody])
          answers.push(await send(this.server, one, values(one.names, names)));
        this.requests += answers.length;
        for (const { text, status } of answers) {
          this.checkText(text, one.word, where);
          if (status >= 500 || text.includes('"INTERNAL"')) this.problems.push(`${where}: ${text}`);
        }
        const [known, not] = answers.map((answer) =>
          normalizeResponse(answer, other.names, nobody),
        );
        if (not !== undefined && known !== not)
          this.problems.push(`${where}: ${excerptDifference(known!, not)}`);
      }
    await waitUntilAllSent(this.server);
    if ((await computeDigest(this.server, other.org.id)) !== before)
      this.problems.push(`rows of ${other.word} were changed by ${one.word}`);
  }
}

/** @throws with what was found */
export const attackOrganizations = async (
  server: TestServer,
  { count, seed }: { count: number; seed: number },
): Promise<IsolationTally> => {
  const all = buildRequests();
  const receiver = await startEchoReceiver();
  const attack = new Attack(server, seed);
  try {
    const organizations = await attack.furnish(count, receiver.url);
    const during = all.filter((request) => !request.isFinal);
    await attack.checkNames(
      organizations[0]!,
      all.filter((request) => request.isRead),
    );
    await attack.checkOwnRequests(during, () => receiver.received);
    for (const [index, one] of organizations.entries()) {
      const others = organizations.filter((other) => other !== one);
      for (const other of others) await attack.attackPair(one, other, during);
      if (index < SIGN_IN_ATTACKERS)
        await attack.attackPair(
          one,
          others[0]!,
          all.filter((request) => request.isFinal),
        );
    }
    await waitUntilAllSent(server);
  } finally {
    receiver.close();
  }
  attack.checkBodies(receiver.received);
  // Nothing of anybody is in the log, but for the ids of organizations.
  for (const line of server.log)
    for (const [canary] of JSON.stringify(line).matchAll(CANARY_PATTERN))
      attack.problems.push(`log: ${canary} in ${JSON.stringify(line)}`);
  if (attack.problems.length > 0)
    throw new Error(
      `seed ${seed}: ${attack.problems.length} found\n${attack.problems.slice(0, 20).join("\n")}`,
    );
  return {
    organizations: count,
    pairs: count * (count - 1),
    requestKinds: all.length,
    requests: attack.requests,
    webhooks: receiver.received.length,
    logged: server.log.length,
  };
};
