import { useRef } from "preact/hooks";
import { sendSignedIn } from "../../lib/send-operation.js";
import { useChangedItems } from "../../lib/use-changed-items.js";
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
  const { items, change, remove } = useChangedItems<Thread, T>(connection.nodes ?? []);
  /** The number of each thread's latest request: an earlier one may be answered later. */
  const requests = useRef(new Map<string, number>());
  const refresh = async (id: string): Promise<void> => {
    const number = (requests.current.get(id) ?? 0) + 1;
    requests.current.set(id, number);
    const { data } = await sendSignedIn(CommentById, { id });
    if (!data || requests.current.get(id) !== number) return;
    if (data.comment) change(data.comment);
    else remove(id);
  };
  return { threads: items, refresh: (id) => void refresh(id) };
};
