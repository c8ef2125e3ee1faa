import type { Random } from "../../../../src/demo/random.js";
import {
  buildAnalysisInput,
  buildCallInput,
  type CrashCase,
  buildCustomer,
  buildEventId,
  buildStart,
  buildTitle,
} from "../../crash/cases.js";
import type { Arrivals } from "./arrivals.js";
import type { SoakClient } from "./soak-client.js";

const PAGE_SIZE = 25;
const UTTERANCES = 20;
const MAX_SHOWN_CHARACTERS = 500;
const ANALYSE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id status }
}`;
const DELETE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;

/** An appointment with its client and its recording, which the mix replaces now and then. */
interface MixPlace {
  readonly it: CrashCase;
  /** The number of the current recording. */
  round: number;
  step: number;
  recordingId: string | undefined;
  readers: number;
}

/** Percentages; the remaining requests are changes. */
const READ_SHARES = {
  recordings: 25,
  clients: 10,
  appointments: 10,
  recording: 20,
  transcript: 15,
};

export type RequestKind = keyof typeof READ_SHARES | "change";

const assertHolds = (condition: boolean, what: string, answer: unknown): void => {
  if (!condition)
    throw new Error(`${what}: ${JSON.stringify(answer).slice(0, MAX_SHOWN_CHARACTERS)}`);
};

/**
 * The requests of an organization on a working day. The number of recordings, appointments and
 * clients stays the same: each new recording replaces a deleted one.
 */
export class Mix {
  /** Requests by kind. */
  readonly requestCounts: Partial<Record<RequestKind, number>> = {};
  analyzedCount = 0;
  readonly #complete: MixPlace[] = [];
  /** Places whose recording is being replaced, ready for the next step. */
  readonly #incomplete: MixPlace[];

  /** `places` must exceed a page and the number of parallel requests. */
  constructor(
    private readonly client: SoakClient,
    private readonly arrivals: Arrivals,
    private readonly random: Random,
    places: number,
  ) {
    this.#incomplete = Array.from({ length: places }, (_, n) => ({
      it: { n, source: "dialer", match: "explicit", customer: "appointment" } as CrashCase,
      round: 0,
      step: 1,
      recordingId: undefined,
      readers: 0,
    }));
  }

  /** Fills all places, `lanes` at a time. */
  async fill(lanes: number): Promise<void> {
    const fill = async (): Promise<void> => {
      for (let place = this.#incomplete.shift(); place; place = this.#incomplete.shift())
        while (await this.#change(place));
    };
    await Promise.all(Array.from({ length: lanes }, fill));
  }

  /** Sends one request. @throws if its response is wrong */
  async sendNext(): Promise<void> {
    let left = this.random.int(0, 99);
    const kinds = Object.entries(READ_SHARES) as [keyof typeof READ_SHARES, number][];
    let kind: RequestKind = kinds.find(([, share]) => (left -= share) < 0)?.[0] ?? "change";
    const place =
      kind === "change" ? (this.#incomplete.shift() ?? this.#takeComplete()) : undefined;
    // All places wait for deliveries or are being read, so read a list instead.
    if (kind === "change" && !place) kind = "recordings";
    this.requestCounts[kind] = (this.requestCounts[kind] ?? 0) + 1;
    if (place) {
      if (await this.#change(place)) this.#incomplete.push(place);
    } else if (kind === "recording" || kind === "transcript") await this.#readOne(kind);
    else await this.#readList(kind as "recordings" | "clients" | "appointments");
  }

  #takeComplete(): MixPlace | undefined {
    for (let tries = 0; tries < this.#complete.length; tries += 1) {
      const at = this.random.int(0, this.#complete.length - 1);
      const place = this.#complete[at]!;
      if (place.readers > 0 || !this.arrivals.hasArrived(place.recordingId!)) continue;
      this.#complete[at] = this.#complete.at(-1)!;
      this.#complete.pop();
      return place;
    }
    return undefined;
  }

  async #readList(kind: "recordings" | "clients" | "appointments"): Promise<void> {
    const path = kind === "appointments" ? "scheduled-tasks" : kind;
    const answer = await this.client.send("GET", `/v1/${path}?limit=${PAGE_SIZE}`);
    assertHolds(answer[kind].length === PAGE_SIZE, `a page of ${kind}`, answer);
  }

  async #readOne(kind: "recording" | "transcript"): Promise<void> {
    const place = this.random.pick(this.#complete);
    const id = place.recordingId!;
    place.readers += 1;
    const path = `/v1/recordings/${id}${kind === "transcript" ? "/transcript" : ""}`;
    const answer = await this.client.send("GET", path);
    place.readers -= 1;
    if (kind === "transcript")
      assertHolds(
        answer.recordingId === id && answer.transcript.length === UTTERANCES,
        path,
        answer,
      );
    else
      assertHolds(
        answer.recording.summary === buildAnalysisInput(place.it, place.round).summary,
        path,
        answer,
      );
  }

  /** Runs the next step; returns false after the last. */
  async #change(place: MixPlace): Promise<boolean> {
    const { it, round, step } = place;
    place.step += 1;
    if (step === 0) {
      await this.client.graphql(DELETE, { id: place.recordingId });
      place.recordingId = undefined;
    } else if (step === 1) {
      const { appointment } = await this.client.send("POST", "/v1/scheduled-tasks", {
        event_id: buildEventId(it),
        user_email: "rep@example.com",
        start_time: buildStart(it),
        title: buildTitle(it, round),
        customer: buildCustomer(it),
      });
      assertHolds(appointment.title === buildTitle(it, round), "an appointment", appointment);
    } else if (step === 2) {
      const call = buildCallInput(it);
      const { recording } = await this.client.send("POST", "/v1/dialer", {
        ...call,
        call_id: `${call.call_id}-${round}`,
        transcript: Array.from({ length: UTTERANCES }, (_, at) => ({
          ...call.transcript[at % 2],
          start: at * 2_000,
          end: at * 2_000 + 1_500,
        })),
      });
      place.recordingId = recording.id;
    } else {
      this.arrivals.expect(place.recordingId!);
      const variables = { id: place.recordingId, input: buildAnalysisInput(it, round) };
      const { completeAnalysis } = await this.client.graphql(ANALYSE, variables);
      assertHolds(completeAnalysis.status === "processed", "an analysis", completeAnalysis);
      this.analyzedCount += 1;
      this.#complete.push(Object.assign(place, { step: 0 }));
      return false;
    }
    if (step === 0) place.round += 1;
    return true;
  }
}
