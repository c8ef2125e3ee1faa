import type { Random } from "../../src/demo/random.js";
import type { Answer } from "./answer.js";
import type { Attempt } from "./attempt.js";
import { Line } from "./line.js";
import { problemOf } from "./rules.js";

/** What came of a request. */
export interface Outcome {
  answers: Answer[];
  problems: string[];
}

/** Longer than the server gives any request. */
const PATIENCE_MS = 45_000;
const QUIET_MS = 25;
/** So many of those that never end are left to the server's time limits. */
const LEFT = 0.002;

const closes = (answer: Answer | undefined): boolean =>
  answer?.headers.get("connection") === "close";

/** With what is the same again and again left out. */
const shown = (bytes: Buffer, most: number): string => {
  const text = bytes
    .toString("latin1", 0, 20_000)
    .replace(
      /(.{1,8}?)\1{20,}/gs,
      (all: string, one: string) => `${one}{${all.length / one.length}}`,
    );
  return JSON.stringify(text.slice(0, most)) + (bytes.length > most ? ` (${bytes.length})` : "");
};

/** One that asks: over its own connection again and again, or a new one where that cannot be. */
export class Asker {
  #kept: Line | undefined;

  constructor(
    readonly port: number,
    readonly random: Random,
  ) {}

  async ask(attempt: Attempt): Promise<Outcome> {
    const problems: string[] = [];
    const answers: Answer[] = [];
    const isKept = attempt.framing === "whole";
    const line = isKept ? (this.#kept ??= new Line(this.port)) : new Line(this.port);
    try {
      line.write(attempt.bytes);
      if (isKept) await this.#whole(line, attempt, answers, problems);
      else await this.#broken(line, attempt, answers, problems);
    } catch (error) {
      problems.push((error as Error).message);
    }
    if (!isKept || problems.length > 0 || line.ended || closes(answers.at(-1))) {
      line.drop();
      if (isKept) this.#kept = undefined;
    }
    for (const answer of answers) {
      const problem = problemOf(answer);
      if (problem !== undefined) problems.push(`${answer.status}: ${problem}`);
    }
    return { answers, problems };
  }

  stop(): void {
    this.#kept?.drop();
  }

  async #whole(line: Line, attempt: Attempt, answers: Answer[], problems: string[]): Promise<void> {
    const due = 1 + (attempt.followers ?? 0);
    while (answers.length < due && !closes(answers.at(-1))) {
      const [answer] = await line.answers(1, PATIENCE_MS, attempt.isHead && answers.length === 0);
      if (!answer) {
        problems.push(`answer ${answers.length + 1} of ${due} never came`);
        return;
      }
      answers.push(answer);
    }
    const [first, ...others] = answers;
    const id = first!.headers.get("x-request-id");
    // What is no request for Node has no id that could be read.
    if (attempt.id !== undefined && id !== attempt.id && !closes(first))
      problems.push(`an answer to ${id}`);
    if (attempt.mustFail && first!.status < 400) problems.push(`accepted, with ${first!.status}`);
    for (const { status, body } of others)
      if (status !== 200 || body.toString() !== '{"status":"ok"}')
        problems.push(`a good request behind it has ${status} ${body.toString()}`);
    if (closes(answers.at(-1))) {
      await line.answers(1, PATIENCE_MS, false);
      if (!line.ended) problems.push("it says that it closes, and does not");
    }
    // A body that HEAD should not have; the connection is over with it.
    if (line.rest.length > 0 && !(attempt.isHead && line.ended))
      problems.push(`more than an answer: ${shown(line.rest, 200)}`);
  }

  async #broken(
    line: Line,
    attempt: Attempt,
    answers: Answer[],
    problems: string[],
  ): Promise<void> {
    const isWrong = attempt.framing === "wrong";
    answers.push(
      ...(await line.answers(isWrong ? Infinity : 30, isWrong ? PATIENCE_MS : QUIET_MS, false)),
    );
    if (!line.ended && !isWrong) {
      if (attempt.framing === "unclear" || !this.random.chance(LEFT)) line.finish();
      answers.push(...(await line.answers(30, PATIENCE_MS, false)));
    }
    if (!line.ended && answers.length < 30) problems.push("the connection is never ended");
    if (line.rest.length > 0) problems.push(`not a whole answer: ${shown(line.rest, 200)}`);
    if (attempt.framing === "incomplete" && answers.length > 1)
      problems.push(`${answers.length} answers to one request`);
    if (!isWrong) return;
    if (answers.length === 0) problems.push("no answer");
    for (const { status } of answers) if (status < 400) problems.push(`accepted, with ${status}`);
  }
}

/** A request and what came of it, for whoever has to find out why. */
export const report = (
  { n, name, framing, bytes }: Attempt,
  { answers, problems }: Outcome,
): string =>
  [
    `${n}, ${framing}, ${name}: ${problems.join("; ")}`,
    `    sent: ${shown(bytes, 1_200)}`,
    ...answers.map(({ status, body }) => `    answer: ${status} ${shown(body, 300)}`),
  ].join("\n");
