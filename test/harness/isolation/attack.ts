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
import { type IsolationRequest, buildRequests, type GraphqlCredential } from "./requests.js";
import { computeDigest, loadOrganizationRows, waitUntilAllSent } from "./rows.js";

/** The figures of a run. */
export interface IsolationTally {
  organizations: number;
  pairs: number;
  /** Operations for each credential, plus endpoints. */
  requestKinds: number;
  requests: number;
  webhooks: number;
  logged: number;
}

/** How many organizations try to sign in as another. The limit per address allows no more. */
const SIGN_IN_ATTACKERS = 5;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

type Delivered = Awaited<ReturnType<typeof startEchoReceiver>>["received"][number];

/**
 * Organizations whose texts all contain their own word. Finds what each learns about the others.
 */
class Attack {
  readonly problems: string[] = [];
  readonly #all: FilledOrganization[] = [];
  /** The word of the organization that owns the row with this ID. */
  readonly #ids = new Map<string, string>();
  #unknownCount = 0;
  /** Whether attackers may by now have stored values of another organization themselves. */
  #hasAttacked = false;
  requests = 0;

  constructor(
    private readonly server: TestServer,
    private readonly seed: number,
  ) {}

  async createOrganizations(count: number, receiver: string): Promise<FilledOrganization[]> {
    for (let number = 1; number <= count; number += 1) {
      const organization = await createFilledOrganization(
        this.server,
        buildWord(this.seed, number),
        receiver,
      );
      this.#all.push(organization);
      for (const [id] of (await loadOrganizationRows(this.server, organization.org.id)).matchAll(
        UUID,
      ))
        this.#ids.set(id, organization.word);
    }
    return this.#all;
  }

  /**
   * Records values of other organizations in a text for `own`, except those that `own` may have
   * sent itself.
   */
  checkText(text: string, own: string, where: string): void {
    const foreign: [string, string | undefined][] = [
      ...text.matchAll(CANARY_PATTERN).map(([canary, word]) => [canary, word] as [string, string]),
      ...text.matchAll(UUID).map(([id]) => [id, this.#ids.get(id)] as [string, string | undefined]),
    ];
    for (const [value, word] of foreign) {
      const other = this.#all.find((furnished) => furnished.word === word);
      if (!other || word === own) continue;
      if (this.#hasAttacked && Object.values(other.names).includes(value)) continue;
      this.problems.push(`${where}: has ${value}`);
    }
  }

  /** Sends every request that names nothing of another organization, before any attack. */
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
    this.#hasAttacked = true;
  }

  checkBodies(delivered: readonly Delivered[]): void {
    for (const { path, body } of delivered)
      this.checkText(body, [...path.matchAll(CANARY_PATTERN)][0]?.[1] ?? "", `webhook ${path}`);
  }

  /**
   * Checks that every read depends on the named values. Otherwise the attack would prove nothing.
   */
  async checkNames(one: FilledOrganization, all: readonly IsolationRequest[]): Promise<void> {
    const unknownNames = buildUnknownNames(
      one.names,
      buildWord(this.seed, 0),
      this.server.services.newId,
    );
    for (const { name, cases, send } of all)
      for (const [place, group] of Map.groupBy(cases, ({ path }) => path.split(":")[0]!)) {
        const respond = async (
          { values }: IsolationCase,
          names: OrganizationNames,
        ): Promise<string> =>
          normalizeResponse(
            await send(this.server, one, values(one.names, names)),
            one.names,
            unknownNames,
          );
        let isSame = true;
        for (const isolationCase of place === "" ? [] : group)
          isSame &&=
            (await respond(isolationCase, one.names)) ===
            (await respond(isolationCase, unknownNames));
        if (isSame && place !== "")
          this.problems.push(`${name} ${place}: doesn't depend on the caller's own values`);
      }
  }

  /** Sends every request of one organization with values of the other. */
  async attackPair(
    one: FilledOrganization,
    other: FilledOrganization,
    all: readonly IsolationRequest[],
  ): Promise<void> {
    const before = await computeDigest(this.server, other.org.id);
    const unknownNames = buildUnknownNames(
      other.names,
      buildWord(this.seed, (this.#unknownCount -= 1)),
      this.server.services.newId,
    );
    for (const { name, cases, send } of all)
      for (const { path, values } of cases) {
        const where = `${name} ${path}`;
        const answers: Answer[] = [];
        for (const names of path === "" ? [other.names] : [other.names, unknownNames])
          answers.push(await send(this.server, one, values(one.names, names)));
        this.requests += answers.length;
        for (const { text, status } of answers) {
          this.checkText(text, one.word, where);
          if (status >= 500 || text.includes('"INTERNAL"')) this.problems.push(`${where}: ${text}`);
        }
        const [foreignAnswer, unknownAnswer] = answers.map((answer) =>
          normalizeResponse(answer, other.names, unknownNames),
        );
        if (unknownAnswer !== undefined && foreignAnswer !== unknownAnswer)
          this.problems.push(`${where}: ${excerptDifference(foreignAnswer!, unknownAnswer)}`);
      }
    await waitUntilAllSent(this.server);
    if ((await computeDigest(this.server, other.org.id)) !== before)
      this.problems.push(`rows of ${other.word} were changed by ${one.word}`);
  }
}

/**
 * Lets each organization try to reach the others. `credential`: the only one that it uses over /graphql.
 * @throws with the findings
 */
export const attackOrganizations = async (
  server: TestServer,
  { count, seed, credential }: { count: number; seed: number; credential?: GraphqlCredential },
): Promise<IsolationTally> => {
  const all = buildRequests().filter(
    ({ surface }) => !credential || surface === "rest" || surface === credential,
  );
  const receiver = await startEchoReceiver();
  const attack = new Attack(server, seed);
  try {
    const organizations = await attack.createOrganizations(count, receiver.url);
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
  // The log must not contain any organization's data except organization IDs.
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
