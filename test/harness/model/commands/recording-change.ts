import fc from "fast-check";
import { RECORDING } from "../documents.js";
import { recordingView } from "../views.js";
import type { Recording } from "../world.js";
import { graph, kind, type Place } from "./kind.js";
import { idOf, index } from "./pool.js";

export const shown = (recording: Recording, { org }: Place) => recordingView(org, recording);

const INPUT = "$recordingId: ID!";

/** A change of one recording, by the internal token. */
export const changing = <D, I extends object>(
  weight: number,
  [name, types]: [name: string, types: string],
  data: fc.Arbitrary<D>,
  inputOf: (at: Place, data: D, recording: Recording | undefined) => I,
  tell: (at: Place, id: string, input: I) => Recording | true,
) => {
  const names = types.matchAll(/\$(\w+)/g).map(([, word]) => word!);
  const passed = ["recordingId", ...names].map((word) => `${word}: $${word}`).join(", ");
  return kind({
    weight,
    internal: true,
    data: fc.record({ index, data }),
    resolve: (at, { index, data }) => {
      const id = idOf(at.org.recordings, at.other.recordings, index);
      const recording = at.org.recordings.find((one) => one.id === id);
      return id === undefined ? undefined : { id, input: inputOf(at, data, recording) };
    },
    tell: (at, { id, input }) => tell(at, id, input),
  })({
    graph: graph(
      `mutation (${INPUT} ${types}) { answer: ${name}(${passed}) { ${RECORDING} } }`,
      ({ id, input }) => ({ recordingId: id, ...input }),
      (value, at) => (value === true ? true : shown(value, at)),
    ),
  });
};
