import { people } from "./people.js";
import type { RunOperation } from "./run-operation.js";

interface Answer {
  yes: boolean;
  start: number | null;
  question: string;
}

interface Call {
  id: string;
  duration: number;
  media: { type: string } | null;
  process: { answers: Answer[] } | null;
}

const CALLS = `{
  recordings(first: 100, filter: { status: processed }) {
    nodes { id duration media { type } process { answers { yes start question } } }
  }
}`;
const LINES = `query ($id: ID!) { recording(id: $id) { transcript { start end } } }`;
const CREATE = `mutation ($input: ClipInput!) { createClip(input: $input) { id } }`;

const CREATE_PLAYLIST = `mutation ($name: String!, $authorEmail: String!) {
  createPlaylist(name: $name, authorEmail: $authorEmail) { id } }`;
const ADD = `mutation ($id: ID!, $clipId: ID!) { addToPlaylist(id: $id, clipId: $clipId) { id } }`;

const PLAYLIST = "For new reps: from the first question to the order";

/** The clips of the library, each at a question answered yes. */
const CLIPS: readonly { question: RegExp; title: string }[] = [
  { question: /who decides/, title: "Who decides? Asked before the offer" },
  { question: /name the price/, title: "The price in one sentence" },
  { question: /ask for the order/, title: "Asks for the order, then stops talking" },
  { question: /next step/, title: "A next step with a day" },
];

/** What a clip has around its moment. */
const MAX_CLIP_MS = 25_000;

/** Makes a library of good moments, from calls with audio where there are any, and a playlist of them. */
export const createDemoClips = async (run: RunOperation): Promise<void> => {
  const authorEmail = people.find(({ role }) => role === "manager")!.email;
  const { nodes } = (await run<{ recordings: { nodes: Call[] } }>(CALLS, {})).recordings;
  const calls = nodes.toSorted((a, b) => Number(b.media !== null) - Number(a.media !== null));
  const variables = { name: PLAYLIST, authorEmail };
  const { createPlaylist } = await run<{ createPlaylist: { id: string } }>(
    CREATE_PLAYLIST,
    variables,
  );
  for (const { question, title } of CLIPS) {
    const findMoment = ({ process }: Call): number | null | undefined =>
      process?.answers.find((answer) => answer.yes && question.test(answer.question))?.start;
    const call = calls.find((each) => typeof findMoment(each) === "number");
    if (!call) continue;
    const moment = findMoment(call)!;
    const { recording } = await run<{
      recording: { transcript: { start: number; end: number }[] };
    }>(LINES, { id: call.id });
    const lines = recording.transcript.filter(
      ({ start, end }) => start >= moment && end <= moment + MAX_CLIP_MS && end <= call.duration,
    );
    const start = lines[0]?.start ?? moment;
    const end = Math.min(call.duration, Math.max(start + 1_000, ...lines.map((line) => line.end)));
    const input = { recordingId: call.id, title, start, end, authorEmail };
    if (end - start < 1_000) continue;
    const { createClip } = await run<{ createClip: { id: string } }>(CREATE, {
      input: { ...input, shareWith: { everyone: true } },
    });
    await run(ADD, { id: createPlaylist.id, clipId: createClip.id });
  }
};
