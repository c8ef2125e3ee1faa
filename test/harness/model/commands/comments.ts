import fc from "fast-check";
import {
  addComment,
  type CommentInput,
  deleteComment,
  editComment,
  type ReplyInput,
  replyToComment,
  resolveComment,
  shareComment,
} from "../comments.js";
import { COMMENT_SELECTION } from "../selections.js";
import type { Comment, Recording } from "../world.js";
import {
  type AnyCommandKind,
  buildGraphqlExchange,
  type CommandContext,
  defineCommand,
} from "./command-kind.js";
import { commentReads, pickCommentId, showComment } from "./comment-reads.js";
import { emails, fields, index, maybe, pickByIndex, pickId } from "./value-pool.js";

const texts = fc.constantFrom("Ask.", "Ask.", "Well done 🙂", "Why?", "Why?", " ");

const replies = fields<ReplyInput>({
  text: texts,
  authorEmail: fc.oneof(
    { weight: 19, arbitrary: emails },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  mentions: maybe(fc.array(emails, { maxLength: 3 })),
});

/** Words of a line: all, the first, the last, or some that begin and end within a word. */
const QUOTES: ((line: string) => string)[] = [
  (line) => line,
  (line) => line.split(" ")[0]!,
  (line) => line.split(" ").at(-1)!,
  (line) => line.slice(1, -1),
  () => "absent",
];

interface PlaceData {
  kind: "call" | "range" | "quote";
  line: number;
  part: number;
  start?: number | undefined;
  end?: number | undefined;
}

const places = fields<PlaceData>({
  kind: fc.constantFrom("call", "range", "quote", "quote", "quote"),
  line: index,
  part: fc.constantFrom(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4),
  start: maybe(fc.constantFrom(0, 0, 1, 700, 3_000, 6_000, 90_001)),
  end: maybe(fc.constantFrom(0, 700, 700, 3_000, 100_000)),
});

const toPlace = (
  recording: Recording | undefined,
  { kind, line, part, start, end }: PlaceData,
): Partial<CommentInput> => {
  if (kind === "call") return {};
  const range = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
  if (kind === "range") return range;
  const said = pickByIndex(recording?.transcript ?? [], line)?.text ?? "";
  // Seldom with an end, which a quote can't have.
  return {
    ...(line % 13 === 12 ? range : start !== undefined && { start }),
    quote: QUOTES[part]!(said),
  };
};

const add = defineCommand({
  weight: 10,
  internal: true,
  data: fc.record({
    recording: index,
    reply: replies,
    place: places,
    isPrivate: fc.constantFrom(undefined, undefined, false, true),
  }),
  resolve: ({ org, other }, { recording, reply, place, isPrivate }): CommentInput | undefined => {
    const processed = org.recordings.filter(({ status }) => status === "processed");
    // Some that are not processed, too.
    const own = recording % 7 === 0 ? org.recordings : processed;
    const recordingId = pickId(own, other.recordings, recording);
    if (recordingId === undefined) return undefined;
    const { mentions, ...rest } = reply;
    // Private comments mostly mention no one, which would be refused.
    const isMentioning = mentions !== undefined && (!isPrivate || recording % 11 === 0);
    return {
      recordingId,
      ...rest,
      ...(isMentioning && { mentions }),
      ...toPlace(
        own.find(({ id }) => id === recordingId),
        place,
      ),
      ...(isPrivate !== undefined && { isPrivate }),
    };
  },
  apply: ({ world, org }, input) => addComment(world, org, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($input: CommentInput!) { answer: addComment(input: $input) { ${COMMENT_SELECTION} } }`,
    (input) => ({ input }),
    showComment,
  ),
});

/** Defines a mutation of a comment, whose arguments after the id are those of `types`. */
const defineCommentChange = <I extends object>(
  weight: number,
  [name, types]: [name: string, types: string],
  data: fc.Arbitrary<I>,
  change: (at: CommandContext, id: string, input: I) => Comment,
): AnyCommandKind => {
  const args = ["id", ...types.matchAll(/\$(\w+)/g).map(([, word]) => word!)];
  return defineCommand({
    weight,
    internal: true,
    data: fc.record({ comment: index, input: data }),
    resolve: (at, { comment, input }) => {
      const id = pickCommentId(at, comment);
      return id === undefined ? undefined : { id, input };
    },
    apply: (at, { id, input }) => change(at, id, input),
  })({
    graph: buildGraphqlExchange(
      `mutation ($id: ID! ${types}) {
        answer: ${name}(${args.map((word) => `${word}: $${word}`).join(", ")}) { ${COMMENT_SELECTION} }
      }`,
      ({ id, input }) => ({ id, ...input }),
      showComment,
    ),
  });
};

const reply = defineCommentChange(
  6,
  ["replyToComment", ", $input: ReplyInput!"],
  replies.map((input) => ({ input })),
  ({ world, org }, id, { input }) => replyToComment(world, org, id, input),
);

const edit = defineCommentChange(
  3,
  ["editComment", ", $text: String!"],
  fc.record({ text: texts }),
  ({ world, org }, id, { text }) => editComment(world, org, id, text),
);

const resolve = defineCommentChange(
  4,
  ["resolveComment", ", $resolved: Boolean"],
  fields<{ resolved?: boolean | undefined }>({ resolved: maybe(fc.boolean()) }),
  ({ world, org }, id, { resolved = true }) => resolveComment(world, org, id, resolved),
);

const share = defineCommentChange(4, ["shareComment", ""], fc.constant({}), ({ world, org }, id) =>
  shareComment(world, org, id),
);

const remove = defineCommand({
  weight: 3,
  internal: true,
  data: index,
  resolve: pickCommentId,
  apply: ({ org }, id) => deleteComment(org, id),
})({
  graph: buildGraphqlExchange(
    "mutation ($id: ID!) { answer: deleteComment(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

export const comments = {
  add,
  reply,
  edit,
  resolve,
  share,
  remove,
  ...commentReads,
};
