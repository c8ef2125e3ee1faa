import type { Keys } from "../crash/api.js";
import {
  analysisOf,
  callOf,
  type Case,
  customerOf,
  eventIdOf,
  startOf,
  titleOf,
} from "../crash/cases.js";

/** How many steps a story has: an appointment, its call, the call's analysis. */
export const STEPS = 3;

/** How many write at a time where every call of the system counts. */
export const WRITERS = 2;

const MOST_MS = 30_000;

/** What is written about one appointment, which nothing else touches. */
export interface Story {
  readonly n: number;
  /** How many steps were acknowledged. */
  done: number;
  /** How many were tried: the last of them may have been made, or not. */
  tried: number;
}

/** An answer, and which step of which story it is to; of status 0 where none came. */
export interface Answer {
  story: Story;
  step: number;
  status: number;
  text: string;
}

/** Whether an answer acknowledges its step. */
export const isMade = ({ status, text }: Pick<Answer, "status" | "text">): boolean =>
  status === 200 && !text.includes('"errors"');

const caseOf = (n: number): Case =>
  ({ n, source: "dialer", match: "explicit", customer: "appointment" }) as Case;

const ANALYSE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

const request = (story: Story, recordingId: string | undefined): [string, object] => {
  const it = caseOf(story.n);
  if (story.done === 0)
    return [
      "/v1/scheduled-tasks",
      {
        event_id: eventIdOf(it),
        user_email: "rep@example.com",
        start_time: startOf(it),
        title: titleOf(it, 1),
        customer: customerOf(it),
      },
    ];
  // A call that is sent again is the same one: that is how its id is had.
  if (story.done === 1 || recordingId === undefined) return ["/v1/dialer", callOf(it)];
  return ["/graphql", { query: ANALYSE, variables: { id: recordingId, input: analysisOf(it, 1) } }];
};

/** A session with concurrent writers, which can be taken up again after its server has died. */
export class Session {
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
  async go(
    url: string,
    keys: Keys,
    writers: number,
    told: (answer: Answer) => void,
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
    told: (answer: Answer) => void,
  ): Promise<boolean> {
    const id = this.#ids.get(story.n);
    const [path, body] = request(story, id);
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
        signal: AbortSignal.timeout(MOST_MS),
      });
      status = answer.status;
      text = await answer.text();
    } catch (error) {
      told({ story, step: story.tried, status: 0, text: String(error) });
      return false;
    }
    const isDone = isMade({ status, text });
    if (!again || !isDone) told({ story, step: story.tried, status, text });
    if (!isDone) return false;
    if (path === "/v1/dialer") this.#ids.set(story.n, JSON.parse(text).recording.id);
    if (!again) story.done = story.tried;
    return true;
  }
}
