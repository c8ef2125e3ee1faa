import type { Random } from "../../../src/demo/random.js";
import type { ParsedResponse } from "./parse-response.js";
import type { Attempt } from "./attempt.js";
import { RawConnection } from "./raw-connection.js";
import { findResponseProblem } from "./response-rules.js";

/** The result of a request. */
export interface SentOutcome {
  responses: ParsedResponse[];
  problems: string[];
}

/** Longer than any timeout of the server. */
const RESPONSE_TIMEOUT_MS = 45_000;
const QUIET_MS = 25;
/** The share of unfinished requests that run into the server's timeouts. */
const UNFINISHED_SHARE = 0.002;

const isClosing = (answer: ParsedResponse | undefined): boolean =>
  answer?.headers.get("connection") === "close";

/** Formats bytes with repetitions shortened. */
const formatBytes = (bytes: Buffer, maxLength: number): string => {
  const text = bytes
    .toString("latin1", 0, 20_000)
    .replace(
      /(.{1,8}?)\1{20,}/gs,
      (all: string, one: string) => `${one}{${all.length / one.length}}`,
    );
  return (
    JSON.stringify(text.slice(0, maxLength)) +
    (bytes.length > maxLength ? ` (${bytes.length})` : "")
  );
};

/** Sends requests over one kept connection, or over a new one if the framing is broken. */
export class MalformedSender {
  #kept: RawConnection | undefined;

  constructor(
    readonly port: number,
    readonly random: Random,
  ) {}

  async send(attempt: Attempt): Promise<SentOutcome> {
    const problems: string[] = [];
    const answers: ParsedResponse[] = [];
    const isKept = attempt.framing === "whole";
    const connection = isKept
      ? (this.#kept ??= new RawConnection(this.port))
      : new RawConnection(this.port);
    try {
      connection.write(attempt.bytes);
      if (isKept) await this.#sendWhole(connection, attempt, answers, problems);
      else await this.#sendBroken(connection, attempt, answers, problems);
    } catch (error) {
      problems.push((error as Error).message);
    }
    if (!isKept || problems.length > 0 || connection.ended || isClosing(answers.at(-1))) {
      connection.reset();
      if (isKept) this.#kept = undefined;
    }
    for (const answer of answers) {
      const problem = findResponseProblem(answer);
      if (problem !== undefined) problems.push(`${answer.status}: ${problem}`);
    }
    return { responses: answers, problems };
  }

  stop(): void {
    this.#kept?.reset();
  }

  async #sendWhole(
    connection: RawConnection,
    attempt: Attempt,
    answers: ParsedResponse[],
    problems: string[],
  ): Promise<void> {
    const expectedCount = 1 + (attempt.followers ?? 0);
    while (answers.length < expectedCount && !isClosing(answers.at(-1))) {
      const [answer] = await connection.readResponses(
        1,
        RESPONSE_TIMEOUT_MS,
        attempt.isHead && answers.length === 0,
      );
      if (!answer) {
        problems.push(`response ${answers.length + 1} of ${expectedCount} is missing`);
        return;
      }
      answers.push(answer);
    }
    const [first, ...others] = answers;
    const id = first!.headers.get("x-request-id");
    // A request that Node can't parse has no readable ID.
    if (attempt.id !== undefined && id !== attempt.id && !isClosing(first))
      problems.push(`the response has the ID ${id}`);
    if (attempt.mustFail && first!.status < 400) problems.push(`accepted with ${first!.status}`);
    for (const { status, body } of others)
      if (status !== 200 || body.toString() !== '{"status":"ok"}')
        problems.push(`a pipelined valid request got ${status} ${body.toString()}`);
    if (isClosing(answers.at(-1))) {
      await connection.readResponses(1, RESPONSE_TIMEOUT_MS, false);
      if (!connection.ended) problems.push("the server announced a close but didn't close");
    }
    // A body that a response to HEAD must not have; Node closes the connection after it.
    if (connection.unreadBytes.length > 0 && !(attempt.isHead && connection.ended))
      problems.push(`extra bytes: ${formatBytes(connection.unreadBytes, 200)}`);
  }

  async #sendBroken(
    connection: RawConnection,
    attempt: Attempt,
    answers: ParsedResponse[],
    problems: string[],
  ): Promise<void> {
    const isWrong = attempt.framing === "wrong";
    answers.push(
      ...(await connection.readResponses(
        isWrong ? Infinity : 30,
        isWrong ? RESPONSE_TIMEOUT_MS : QUIET_MS,
        false,
      )),
    );
    if (!connection.ended && !isWrong) {
      if (attempt.framing === "unclear" || !this.random.chance(UNFINISHED_SHARE))
        connection.finish();
      answers.push(...(await connection.readResponses(30, RESPONSE_TIMEOUT_MS, false)));
    }
    if (!connection.ended && answers.length < 30) problems.push("the connection is never closed");
    if (connection.unreadBytes.length > 0)
      problems.push(`an incomplete response: ${formatBytes(connection.unreadBytes, 200)}`);
    if (attempt.framing === "incomplete" && answers.length > 1)
      problems.push(`${answers.length} responses to one request`);
    if (!isWrong) return;
    if (answers.length === 0) problems.push("no response");
    for (const { status } of answers) if (status < 400) problems.push(`accepted with ${status}`);
  }
}

/** Formats a request and its result for debugging. */
export const formatReport = (
  { n, name, framing, bytes }: Attempt,
  { responses, problems }: SentOutcome,
): string =>
  [
    `${n}, ${framing}, ${name}: ${problems.join("; ")}`,
    `    sent: ${formatBytes(bytes, 1_200)}`,
    ...responses.map(({ status, body }) => `    response: ${status} ${formatBytes(body, 300)}`),
  ].join("\n");
