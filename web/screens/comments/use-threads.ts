import { useState } from "preact/hooks";
import { sendSignedIn } from "../../lib/send-operation.js";
import type { ConnectionState } from "../../lib/use-connection.js";
import { CommentById } from "./comments.graphql.js";
import type { Thread } from "./types.js";

/**
 * Keeps the places of a list's threads while they change: `refresh` loads one again, and what is typed elsewhere stays.
 * Deleted ones disappear.
 */
export const useThreads = <T extends Thread>(
  connection: ConnectionState<T>,
): { threads: T[]; refresh: (id: string) => void } => {
  const [changes, setChanges] = useState<ReadonlyMap<string, Thread | null>>(new Map());
  const refresh = async (id: string): Promise<void> => {
    const { data } = await sendSignedIn(CommentById, { id });
    if (data) setChanges((before) => new Map(before).set(id, data.comment));
  };
  const threads = (connection.nodes ?? []).flatMap((thread) => {
    const change = changes.get(thread.id);
    return change === null ? [] : [{ ...thread, ...change }];
  });
  return { threads, refresh: (id) => void refresh(id) };
};
