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

/** How many steps a story has: an appointment, its call, the call's analysis. */
export const STEPS = 3;

/** How many write at a time where every call of the system counts. */
export const WRITERS = 2;

const MAX_REQUEST_MS = 30_000;

/** What is written about one appointment, which nothing else touches. */
export interface Story {
  readonly n: number;
  /** How many steps were acknowledged. */
  done: number;
  /** How many were tried: the last of them may have been made, or not. */
  tried: number;
}

/** An answer, and which step of which story it is to; of status 0 where none came. */
export interface StepResponse {
  story: Story;
  step: number;
  status: number;
  text: string;
}

/** Whether an answer acknowledges its step. */
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
  // A call that is sent again is the same one: that is how its id is had.
  if (story.done === 1 || recordingId === undefined) return ["/v1/dialer", buildCallInput(it)];
  return [
    "/graphql",
    { query: ANALYSE, variables: { id: recordingId, input: buildAnalysisInput(it, 1) } },
  ];
};

/** A session with concurrent writers, which can be taken up again after its server has died. */
export class WriteSession {
  readonly stories: Story[];
  readonly #ids = new Map<number, string>();

  /** So many stories, by numbers from the first on. */
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
   * Brings each story to its end, or to the first answer that is none or no 200. So many are written at a
   * time; `told` gets each answer. No story begins once it is `enough`.
   */
  async run(
    url: string,
    keys: Keys,
    writers: number,
    told: (answer: StepResponse) => void,
    enough = (): boolean => false,
  ): Promise<void> {
    const left = this.stories.filter(({ done }) => done < STEPS);
    const write = async (): Promise<void> => {
      for (let story = left.shift(); story && !enough(); story = left.shift())
        while (story.done < STEPS && (await this.#step(story, url, keys, told)));
    };
    await Promise.all(Array.from({ length: writers }, write));
  }

  async #step(
    story: Story,
    url: string,
    keys: Keys,
    told: (answer: StepResponse) => void,
  ): Promise<boolean> {
    const id = this.#ids.get(story.n);
    const [path, body] = buildRequest(story, id);
    const again = story.done === 2 && path !== "/graphql";
    if (!again) story.tried = story.done + 1;
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
      told({ story, step: story.tried, status: 0, text: String(error) });
      return false;
    }
    const isDone = isAcknowledged({ status, text });
    if (!again || !isDone) told({ story, step: story.tried, status, text });
    if (!isDone) return false;
    if (path === "/v1/dialer") this.#ids.set(story.n, JSON.parse(text).recording.id);
    if (!again) story.done = story.tried;
    return true;
  }
}
