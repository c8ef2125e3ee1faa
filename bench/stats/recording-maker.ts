import { randomUUIDv7 } from "node:crypto";
import { buildLookupKey } from "../../db/engine/lookup-key.js";
import type { People } from "./people.js";

const SENTENCES = [
  "The client asked for a quote for the roof and the gutters before the end of the month.",
  "Two other companies have been there, and both were more expensive than expected.",
  "The rep explained how the financing works and what the warranty covers.",
  "There was some doubt whether the work can begin before the winter.",
  "They agreed to talk again next week, when the insurance has answered.",
  "The decision is made together with a partner who was not in the call.",
  "The measurements from the last visit have to be checked once more.",
  "Price was the main objection; the rep answered it late and without numbers.",
];

/** The tables of a recording, parents first. */
export interface RecordingBatch {
  recordings: ({ id: string; position: number } & Record<string, unknown>)[];
  recording_tags: object[];
  process_answers: object[];
  reviews: object[];
}

/** Builds the rows of processed recordings as the functions of db/ write them. */
export class RecordingMaker {
  private made = 0;

  constructor(
    private readonly organization_id: string,
    private readonly people: People,
    private readonly random: () => number,
  ) {}

  private below(count: number): number {
    return Math.floor(this.random() * count);
  }

  private pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  private text(sentences: number): string {
    return Array.from({ length: sentences }, () => this.pick(SENTENCES)).join(" ");
  }

  /** `position`: the recording's position, in microseconds. */
  addRecording(batch: RecordingBatch, position: number): void {
    const { organization_id, people } = this;
    const id = randomUUIDv7();
    const createdAt = Math.floor(position / 1000);
    const ofRecording = { organization_id, recording_id: id };
    const template = this.below(5) === 0 ? undefined : this.pick(people.templates);
    const answers = (template?.questions ?? []).map((question) => ({
      question,
      yes: this.below(3) > 0 ? 1 : 0,
    }));
    const spokenMs = 60_000 + this.below(1_500_000);
    const talkMs = this.below(spokenMs);
    const switches = 10 + this.below(150);
    const waitedCount = Math.ceil(switches / 2);
    const callId = `call-${(this.made += 1)}`;
    batch.recordings.push({
      organization_id,
      id,
      position,
      updated_position: position + 60_000_000,
      status: "processed",
      source: "dialer",
      call_id: callId,
      call_key: buildLookupKey(callId),
      name: "Call with a client",
      user_id: this.pick(people.userIds),
      started_at: createdAt - spokenMs,
      duration: spokenMs + this.below(60_000),
      custom_fields: "{}",
      processed_position: position + 60_000_000,
      summary: this.text(6),
      notes: this.text(8),
      coaching: this.below(10) < 4 ? this.text(4) : null,
      closed: this.below(4) === 0 ? 1 : 0,
      template_id: template?.id ?? null,
      process_summary: template ? this.text(2) : null,
      process_followed: template ? answers.filter(({ yes }) => yes === 1).length : null,
      process_total: template ? answers.length : null,
      process_points: template ? 4 * answers.filter(({ yes }) => yes === 1).length : null,
      process_max: template ? 4 * answers.length : null,
      action_item_count: this.below(5),
      talk_ms: talkMs,
      spoken_ms: spokenMs,
      rep_words: Math.floor(talkMs / 400),
      conversation_switches: switches,
      questions_asked: this.below(30),
      waited_ms: waitedCount * this.below(2000),
      waited_count: waitedCount,
    });
    const tags = new Set(Array.from({ length: this.below(4) }, () => this.pick(people.tags)));
    for (const [ordinal, tag] of [...tags].entries())
      batch.recording_tags.push({
        ...ofRecording,
        ordinal,
        tag,
        tag_key: buildLookupKey(tag),
        position,
      });
    for (const [index, { question, yes }] of answers.entries())
      batch.process_answers.push({
        ...ofRecording,
        position: index,
        question_id: question.id,
        question: question.question,
        answer: yes === 1 ? "They did, early in the call." : null,
        yes,
      });
    for (let left = this.below(5) === 0 ? 1 + this.below(2) : 0; left > 0; left -= 1)
      batch.reviews.push({
        ...ofRecording,
        id: randomUUIDv7(),
        reviewer_id: this.pick(people.userIds),
        duration_ms: this.below(600_000),
        created_at: createdAt + 3_600_000,
      });
  }
}
