import fc from "fast-check";
import { RECORDING_SELECTION } from "../selections.js";
import { buildRecordingView } from "../views.js";
import type { Recording } from "../world.js";
import { buildGraphqlExchange, defineCommand, type CommandContext } from "./command-kind.js";
import { pickId, index } from "./value-pool.js";

export const showRecording = (recording: Recording, { org }: CommandContext) =>
  buildRecordingView(org, recording);

const INPUT = "$recordingId: ID!";

/** Defines a mutation of one recording with the internal token. */
export const defineRecordingChange = <D, I extends object>(
  weight: number,
  [name, types]: [name: string, types: string],
  data: fc.Arbitrary<D>,
  buildInput: (at: CommandContext, data: D, recording: Recording | undefined) => I,
  change: (at: CommandContext, id: string, input: I) => Recording | true,
) => {
  const names = types.matchAll(/\$(\w+)/g).map(([, word]) => word!);
  const args = ["recordingId", ...names].map((word) => `${word}: $${word}`).join(", ");
  return defineCommand({
    weight,
    internal: true,
    data: fc.record({ index, data }),
    resolve: (at, { index, data }) => {
      const id = pickId(at.org.recordings, at.other.recordings, index);
      const recording = at.org.recordings.find((one) => one.id === id);
      return id === undefined ? undefined : { id, input: buildInput(at, data, recording) };
    },
    apply: (at, { id, input }) => change(at, id, input),
  })({
    graph: buildGraphqlExchange(
      `mutation (${INPUT} ${types}) { answer: ${name}(${args}) { ${RECORDING_SELECTION} } }`,
      ({ id, input }) => ({ recordingId: id, ...input }),
      (value, at) => (value === true ? true : showRecording(value, at)),
    ),
  });
};
