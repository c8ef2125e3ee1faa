import { people } from "./people.js";
import type { RunOperation } from "./run-operation.js";

interface Answer {
  yes: boolean;
  evidence: string | null;
  start: number | null;
  question: string;
}

interface Call {
  id: string;
  process: { answers: Answer[] } | null;
}

interface Calls {
  recordings: { nodes: Call[] };
}

const CALLS = `query ($email: String!) {
  recordings(first: 25, filter: { userEmail: $email, status: processed }) {
    nodes { id process { answers { yes evidence start question } } }
  }
}`;
const ADD = `mutation ($input: CommentInput!) { done: addComment(input: $input) { id } }`;
const REPLY = `mutation ($id: ID!, $input: ReplyInput!) { done: replyToComment(id: $id, input: $input) { id } }`;
const RESOLVE = `mutation ($id: ID!) { done: resolveComment(id: $id) { id } }`;

/** What the manager writes about a yes to such a question, and what the rep answers. */
const TEXTS: readonly { question: RegExp; text: string; reply?: string; isResolved?: true }[] = [
  {
    question: /who decides/,
    text: "Well asked, and early. Now invite the other one to the table before you talk about money.",
    reply: "Will do on Thursday. They both work from home then.",
  },
  {
    question: /price/,
    text: "Stop after the number, and let them speak first.",
  },
  {
    question: /warranty/,
    text: "Good words. Say them again when they bring up the cheaper quote.",
    reply: "It worked yesterday!",
    isResolved: true,
  },
];

interface Done {
  done: { id: string };
}

/** Writes a manager's comments on the newest calls of the rep who can sign in. */
export const createDemoComments = async (run: RunOperation): Promise<void> => {
  const rep = people.find(({ role }) => role === "rep")!.email;
  const manager = people.find(({ role }) => role === "manager")!.email;
  const { nodes } = (await run<Calls>(CALLS, { email: rep })).recordings;
  for (const { question, text, reply, isResolved } of TEXTS) {
    const findAnswer = ({ process }: Call): Answer | undefined =>
      process?.answers.find((answer) => answer.yes && question.test(answer.question));
    const index = nodes.findIndex(findAnswer);
    const call = nodes[index];
    if (!call) continue;
    const { evidence, start } = findAnswer(call)!;
    // Each comment is on another call.
    nodes.splice(index, 1);
    const comment = { recordingId: call.id, authorEmail: manager, text, mentions: [rep] };
    const { id } = (await run<Done>(ADD, { input: { ...comment, quote: evidence, start } })).done;
    if (reply !== undefined) await run(REPLY, { id, input: { authorEmail: rep, text: reply } });
    if (isResolved) await run(RESOLVE, { id });
  }
};
