import type { Keys } from "../crash/api.js";
import {
  buildAnalysisInput,
  buildCallInput,
  type CrashCase,
  buildCustomer,
  buildEventId,
  buildStart,
  buildTitle,
} from "../crash/cases.js";

/** A story's steps: an appointment, its call, the call's analysis. */
export const STEPS = 3;

/** How many write at a time in sessions that count every system call. */
export const WRITERS = 2;

const MAX_REQUEST_MS = 30_000;

/** The writes for one appointment, independent of all others. */
export interface Story {
  readonly n: number;
  /** Acknowledged steps. */
  done: number;
  /** Tried steps; the last one may or may not have happened. */
  tried: number;
}

/** A response with its story and step; status 0 if there was none. */
export interface StepResponse {
  story: Story;
  step: number;
  status: number;
  text: string;
}

/** Returns whether a response acknowledges its step. */
export const isAcknowledged = ({ status, text }: Pick<StepResponse, "status" | "text">): boolean =>
  status === 200 && !text.includes('"errors"');

const buildCase = (n: number): CrashCase =>
  ({ n, source: "dialer", match: "explicit", customer: "appointment" }) as CrashCase;

const ANALYSE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

const buildRequest = (story: Story, recordingId: string | undefined): [string, object] => {
  const it = buildCase(story.n);
  if (story.done === 0)
    return [
      "/v1/scheduled-tasks",
      {
        event_id: buildEventId(it),
        user_email: "rep@example.com",
        start_time: buildStart(it),
        title: buildTitle(it, 1),
        customer: buildCustomer(it),
      },
    ];
  // Sending a call again returns the same recording, and so its ID.
  if (story.done === 1 || recordingId === undefined) return ["/v1/dialer", buildCallInput(it)];
  return [
    "/graphql",
    { query: ANALYSE, variables: { id: recordingId, input: buildAnalysisInput(it, 1) } },
  ];
};

/** A session with concurrent writers, which can resume after its server has died. */
export class WriteSession {
  readonly stories: Story[];
  readonly #ids = new Map<number, string>();

  /** Creates `stories` stories, numbered from `first`. */
  constructor(stories: number, first = 0) {
    this.stories = Array.from({ length: stories }, (_, at) => ({
      n: first + at,
      done: 0,
      tried: 0,
    }));
  }

  get acknowledged(): number {
    return this.stories.reduce((sum, { done }) => sum + done, 0);
  }

  get isOver(): boolean {
    return this.stories.every(({ done }) => done === STEPS);
  }

  /**
   * Runs each story to its end or its first failed response, `writers` at a time. Calls
   * `onResponse` with each response. Starts no story once `isEnough` returns true.
   */
  async run(
    url: string,
    keys: Keys,
    writers: number,
    onResponse: (answer: StepResponse) => void,
    isEnough = (): boolean => false,
  ): Promise<void> {
    const remaining = this.stories.filter(({ done }) => done < STEPS);
    const write = async (): Promise<void> => {
      for (let story = remaining.shift(); story && !isEnough(); story = remaining.shift())
        while (story.done < STEPS && (await this.#step(story, url, keys, onResponse)));
    };
    await Promise.all(Array.from({ length: writers }, write));
  }

  async #step(
    story: Story,
    url: string,
    keys: Keys,
    onResponse: (answer: StepResponse) => void,
  ): Promise<boolean> {
    const id = this.#ids.get(story.n);
    const [path, body] = buildRequest(story, id);
    const isRepeatedCall = story.done === 2 && path !== "/graphql";
    if (!isRepeatedCall) story.tried = story.done + 1;
    let status: number;
    let text: string;
    try {
      const answer = await fetch(url + path, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(path === "/graphql"
            ? { authorization: `Bearer ${keys.internalToken}` }
            : { "x-api-key": keys.apiKey }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(MAX_REQUEST_MS),
      });
      status = answer.status;
      text = await answer.text();
    } catch (error) {
      onResponse({ story, step: story.tried, status: 0, text: String(error) });
      return false;
    }
    const isDone = isAcknowledged({ status, text });
    if (!isRepeatedCall || !isDone) onResponse({ story, step: story.tried, status, text });
    if (!isDone) return false;
    if (path === "/v1/dialer") this.#ids.set(story.n, JSON.parse(text).recording.id);
    if (!isRepeatedCall) story.done = story.tried;
    return true;
  }
}
