import type { Random } from "../../../src/demo/random.js";
import type { ParsedResponse } from "./parse-response.js";
import type { Attempt } from "./attempt.js";
import { RawConnection } from "./raw-connection.js";
import { findResponseProblem } from "./response-rules.js";

/** What came of a request. */
export interface SentOutcome {
  responses: ParsedResponse[];
  problems: string[];
}

/** Longer than the server gives any request. */
const RESPONSE_TIMEOUT_MS = 45_000;
const QUIET_MS = 25;
/** So many of those that never end are left to the server's time limits. */
const UNFINISHED_SHARE = 0.002;

const isClosing = (answer: ParsedResponse | undefined): boolean =>
  answer?.headers.get("connection") === "close";

/** With what is the same again and again left out. */
const formatBytes = (bytes: Buffer, most: number): string => {
  const text = bytes
    .toString("latin1", 0, 20_000)
    .replace(
      /(.{1,8}?)\1{20,}/gs,
      (all: string, one: string) => `${one}{${all.length / one.length}}`,
    );
  return JSON.stringify(text.slice(0, most)) + (bytes.length > most ? ` (${bytes.length})` : "");
};

/** One that asks: over its own connection again and again, or a new one where that cannot be. */
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
    const line = isKept
      ? (this.#kept ??= new RawConnection(this.port))
      : new RawConnection(this.port);
    try {
      line.write(attempt.bytes);
      if (isKept) await this.#whole(line, attempt, answers, problems);
      else await this.#broken(line, attempt, answers, problems);
    } catch (error) {
      problems.push((error as Error).message);
    }
    if (!isKept || problems.length > 0 || line.ended || isClosing(answers.at(-1))) {
      line.reset();
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

  async #whole(
    line: RawConnection,
    attempt: Attempt,
    answers: ParsedResponse[],
    problems: string[],
  ): Promise<void> {
    const due = 1 + (attempt.followers ?? 0);
    while (answers.length < due && !isClosing(answers.at(-1))) {
      const [answer] = await line.readResponses(
        1,
        RESPONSE_TIMEOUT_MS,
        attempt.isHead && answers.length === 0,
      );
      if (!answer) {
        problems.push(`answer ${answers.length + 1} of ${due} never came`);
        return;
      }
      answers.push(answer);
    }
    const [first, ...others] = answers;
    const id = first!.headers.get("x-request-id");
    // What is no request for Node has no id that could be read.
    if (attempt.id !== undefined && id !== attempt.id && !isClosing(first))
      problems.push(`an answer to ${id}`);
    if (attempt.mustFail && first!.status < 400) problems.push(`accepted, with ${first!.status}`);
    for (const { status, body } of others)
      if (status !== 200 || body.toString() !== '{"status":"ok"}')
        problems.push(`a good request behind it has ${status} ${body.toString()}`);
    if (isClosing(answers.at(-1))) {
      await line.readResponses(1, RESPONSE_TIMEOUT_MS, false);
      if (!line.ended) problems.push("it says that it closes, and does not");
    }
    // A body that HEAD should not have; the connection is over with it.
    if (line.unreadBytes.length > 0 && !(attempt.isHead && line.ended))
      problems.push(`more than an answer: ${formatBytes(line.unreadBytes, 200)}`);
  }

  async #broken(
    line: RawConnection,
    attempt: Attempt,
    answers: ParsedResponse[],
    problems: string[],
  ): Promise<void> {
    const isWrong = attempt.framing === "wrong";
    answers.push(
      ...(await line.readResponses(
        isWrong ? Infinity : 30,
        isWrong ? RESPONSE_TIMEOUT_MS : QUIET_MS,
        false,
      )),
    );
    if (!line.ended && !isWrong) {
      if (attempt.framing === "unclear" || !this.random.chance(UNFINISHED_SHARE)) line.finish();
      answers.push(...(await line.readResponses(30, RESPONSE_TIMEOUT_MS, false)));
    }
    if (!line.ended && answers.length < 30) problems.push("the connection is never ended");
    if (line.unreadBytes.length > 0)
      problems.push(`not a whole answer: ${formatBytes(line.unreadBytes, 200)}`);
    if (attempt.framing === "incomplete" && answers.length > 1)
      problems.push(`${answers.length} answers to one request`);
    if (!isWrong) return;
    if (answers.length === 0) problems.push("no answer");
    for (const { status } of answers) if (status < 400) problems.push(`accepted, with ${status}`);
  }
}

/** A request and what came of it, for whoever has to find out why. */
export const formatReport = (
  { n, name, framing, bytes }: Attempt,
  { responses, problems }: SentOutcome,
): string =>
  [
    `${n}, ${framing}, ${name}: ${problems.join("; ")}`,
    `    sent: ${formatBytes(bytes, 1_200)}`,
    ...responses.map(({ status, body }) => `    answer: ${status} ${formatBytes(body, 300)}`),
  ].join("\n");
