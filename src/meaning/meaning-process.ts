import { constants, setPriority } from "node:os";
import { loadSentenceModel, type SentenceModel } from "./sentence-model.js";

export interface MeaningRequest {
  sentences: readonly string[];
}

/** The vectors in the order of the sentences, or why there are none. */
export type MeaningReply = { vectors: Float32Array[] } | { error: string };

// Requests to the API take precedence if cores are scarce.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

let model: Promise<SentenceModel> | undefined;

const answer = async ({ sentences }: MeaningRequest): Promise<MeaningReply> => {
  try {
    const { embed } = await (model ??= loadSentenceModel());
    return { vectors: await embed(sentences) };
  } catch (error) {
    return { error: (error as Error).stack ?? String(error) };
  }
};

// The parent has ended.
process.once("disconnect", () => process.exit());
process.on("message", (request: MeaningRequest) => {
  void answer(request).then((reply) => process.send!(reply));
});
