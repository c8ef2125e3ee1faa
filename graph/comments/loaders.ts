import type DataLoader from "dataloader";
import {
  type CommentRow,
  loadReplies,
  loadThreadsOfRecordings,
} from "../../db/comments/comment.js";
import { loadMentions } from "../../db/comments/mentions.js";
import {
  createManyLoader,
  createPageLoader,
  type LoaderFactory,
  type ParentPage,
} from "../context/loaders.js";
import { commentReaderOf } from "./comment-reader.js";

export const mentionsLoader = createManyLoader(loadMentions, (row) => row.commentId);

export const repliesLoader: LoaderFactory<DataLoader<string, CommentRow[]>> = (scope) =>
  createManyLoader(
    (db, organizationId, threadIds) =>
      loadReplies(db, organizationId, commentReaderOf(scope), threadIds),
    (row) => row.threadId!,
  )(scope);

export const threadsOfRecordingsLoader: LoaderFactory<
  DataLoader<ParentPage, CommentRow[], string>
> = (scope) =>
  createPageLoader(
    (db, organizationId, recordingIds, limit, after) => {
      const page = { recordingIds, limit, after };
      return loadThreadsOfRecordings(db, organizationId, commentReaderOf(scope), page);
    },
    (row) => row.recordingId,
  )(scope);
