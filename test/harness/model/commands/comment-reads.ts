import fc from "fast-check";
import { sortNewestFirst } from "../clients.js";
import { buildCommentView } from "../comment-views.js";
import { buildCursor, splitPages } from "../lists.js";
import { buildPageQuery, COMMENT_SELECTION } from "../selections.js";
import { toRestComment } from "../rest-named-objects.js";
import { type CommentFilter, listShown, listThreads } from "../threads.js";
import type { Comment, Organization } from "../world.js";
import {
  buildGraphqlExchange,
  type CommandContext,
  defineCommand,
  mapOutcome,
  formatPath,
  PAGE_SELECTION,
  walkGraphqlPages,
  walkRestPages,
} from "./command-kind.js";
import { emails, fields, index, limits, maybe, pickId } from "./value-pool.js";

export const showComment = (comment: Comment, { org }: CommandContext) =>
  buildCommentView(org, comment);

/** The organization as the caller sees it: the API key sees no private comments. */
const toShown = ({ org, surface, viewer }: CommandContext): Organization =>
  surface === "token" ? org : { ...org, comments: listShown(org.comments, viewer) };

export const pickCommentId = ({ org, other }: CommandContext, at: number): string | undefined =>
  pickId(org.comments, other.comments, at);

const read = defineCommand({
  weight: 2,
  data: index,
  resolve: pickCommentId,
  apply: (at, id) => toShown(at).comments.find((comment) => comment.id === id) ?? null,
})({
  graph: buildGraphqlExchange(
    `query ($id: ID!) { answer: comment(id: $id) { ${COMMENT_SELECTION} } }`,
    (id) => ({ id }),
    (comment, at) => comment && showComment(comment, at),
  ),
});

const paginate = (all: readonly Comment[], limit: number) =>
  splitPages(all, limit, ({ createdAt, id }) => buildCursor("comments", createdAt, id));

interface ListInput extends CommentFilter {
  limit: number;
}

const list = defineCommand({
  weight: 4,
  data: fields<ListInput>({
    limit: limits,
    authorEmail: maybe(emails),
    mentionedEmail: maybe(emails),
    userEmail: maybe(emails),
    resolved: maybe(fc.boolean()),
  }),
  resolve: (_at, input) => input,
  apply: (at, { limit: _, ...filter }) => sortNewestFirst(listThreads(toShown(at), filter)),
})({
  v1: mapOutcome(
    (all, _at, { limit }) => paginate(all, limit),
    walkRestPages(
      (input) => formatPath("/v1/comments", { ...input }),
      "startAfter",
      ({ nodes }, at) => ({
        comments: nodes.map((comment) => toRestComment(toShown(at), comment)),
      }),
    ),
  ),
  graph: mapOutcome(
    (all, _at, { limit }) => paginate(all, limit),
    walkGraphqlPages(
      buildPageQuery("comments", COMMENT_SELECTION, "CommentFilter"),
      ({ limit, ...filter }) => ({ first: limit, filter }),
      showComment,
    ),
  ),
});

const walkRecordingPages = walkGraphqlPages(
  `query ($id: ID!, $first: Int, $after: String) {
    answer: recording(id: $id) {
      comments(first: $first, after: $after) { nodes { ${COMMENT_SELECTION} } ${PAGE_SELECTION} }
    }
  }`,
  ({ id, limit }: { id: string; limit: number }) => ({ id, first: limit }),
  showComment,
);

/** The comments of one recording; null if the caller doesn't see it. */
const ofRecording = defineCommand({
  weight: 4,
  data: fc.record({ recording: index, limit: limits }),
  resolve: ({ org, other }, { recording, limit }) => {
    const id = pickId(org.recordings, other.recordings, recording);
    return id === undefined ? undefined : { id, limit };
  },
  apply: (at, { id }) =>
    at.org.recordings.some((one) => one.id === id)
      ? sortNewestFirst(
          listThreads(toShown(at), {}).filter(({ recording }) => recording.id === id),
        ).toReversed()
      : null,
})({
  graph: (at, input, outcome) => {
    const found = "value" in outcome ? outcome.value : null;
    const pages = splitPages(found ?? [], input.limit, ({ createdAt, id }) =>
      buildCursor("recording-comments", createdAt, id),
    );
    return walkRecordingPages(at, input, "value" in outcome ? { value: pages } : outcome).map(
      ({ request, expected }) => {
        if (!("body" in expected)) return { request, expected };
        const { answer } = expected.body as { answer: object };
        return { request, expected: { body: { answer: found && { comments: answer } } } };
      },
    );
  },
});

export const commentReads = { read, list, ofRecording };
