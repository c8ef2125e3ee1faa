import { type GraphQLSchema, graphql } from "graphql";
import { createContext, type Services } from "../../graph/context/context.js";
import { people } from "./people.js";

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

/** Writes a manager's comments on the newest calls of the rep who can sign in. */
export const createDemoComments = async (
  schema: GraphQLSchema,
  services: Services,
  organizationId: string,
): Promise<void> => {
  const rep = people.find(({ role }) => role === "rep")!.email;
  const manager = people.find(({ role }) => role === "manager")!.email;
  const run = async (source: string, variableValues: object) => {
    const contextValue = createContext(services, { role: "internal", organizationId }, "demo");
    const variables = variableValues as Record<string, unknown>;
    const { data, errors } = await graphql({
      schema,
      source,
      contextValue,
      variableValues: variables,
    });
    if (errors) throw errors[0]!;
    return data as { done: { id: string }; recordings: { nodes: Call[] } };
  };
  const { nodes } = (await run(CALLS, { email: rep })).recordings;
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
    const { id } = (await run(ADD, { input: { ...comment, quote: evidence, start } })).done;
    if (reply !== undefined) await run(REPLY, { id, input: { authorEmail: rep, text: reply } });
    if (isResolved) await run(RESOLVE, { id });
  }
};
