import { type AnswerRow, loadAnswers } from "../../db/analysis/analysis.js";
import { loadTemplatesByIds } from "../../db/analysis/templates.js";
import { loadUsersByIds } from "../../db/people/users.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { buildRecordingUrl } from "../context/urls.js";
import { computeProcessScore } from "../stats/measures.js";
import type { EventData, EventSubject } from "./event-definition.js";

interface ScoreEventSource {
  recording: RecordingRow;
  template: string;
  answers: readonly AnswerRow[];
  userEmail: string;
  url: string;
}

export const scoreSubject: EventSubject<RecordingRow> = {
  recordingIdOf: ({ id }) => id,
};

/** The score of a recording, with the answer to each question of its template. */
export const scoreEventData: EventData<RecordingRow, ScoreEventSource> = {
  load: async (trx, context, recording) => {
    const { organizationId } = context;
    const [template] = await loadTemplatesByIds(trx, organizationId, [recording.templateId!]);
    const [user] = await loadUsersByIds(trx, organizationId, [recording.userId]);
    return {
      recording,
      template: template!.name,
      answers: await loadAnswers(trx, organizationId, [recording.id]),
      userEmail: user!.email,
      url: buildRecordingUrl(context, recording.id),
    };
  },
  fields: {
    score: {
      schema: {
        type: "number",
        description:
          "From 0 to 100: the share of questions answered yes, by their weights; a rating of 5 gives as much as a yes.",
      },
      value: ({ recording }) => computeProcessScore(recording),
    },
    templateId: {
      schema: { like: "ProcessResult.templateId" },
      value: ({ recording }) => recording.templateId,
    },
    template: { schema: { like: "Template.name" }, value: ({ template }) => template },
    answers: {
      schema: {
        type: "array",
        description: "Every question of the template, in order.",
        items: {
          type: "object",
          properties: {
            questionId: { type: "string" },
            question: { type: "string" },
            yes: { type: "boolean" },
            answer: {
              type: ["string", "null"],
              description: "null without one, and for a question that wasn't answered.",
            },
            rating: {
              type: ["integer", "null"],
              description:
                "From 1 to 5; null for a yes/no question, and while no one has rated it.",
            },
          },
          required: ["questionId", "question", "yes", "answer", "rating"],
        },
      },
      value: ({ answers }) =>
        answers.map(({ questionId, question, yes, answer, rating }) => ({
          questionId,
          question,
          yes: yes === 1,
          answer,
          rating,
        })),
    },
    recordingId: { schema: { like: "Recording.id" }, value: ({ recording }) => recording.id },
    recordingName: { schema: { like: "Recording.name" }, value: ({ recording }) => recording.name },
    userEmail: { schema: { like: "Recording.userEmail" }, value: ({ userEmail }) => userEmail },
    meetingUrl: { schema: { like: "Recording.url" }, value: ({ url }) => url },
  },
};
