import { useEffect, useReducer, useState } from "preact/hooks";
import { askSignedIn, type Problem } from "./ask.js";
import type { Operation } from "./operation.js";

interface Page<Node> {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

export interface List<Node> {
  /** Undefined until the first page is there. */
  nodes: Node[] | undefined;
  problem: Problem | undefined;
  busy: boolean;
  hasMore: boolean;
  loadMore: () => void;
  /** Begins again with the first page. */
  reload: () => void;
}

interface State<Node> {
  asked: string;
  /** The variables that the nodes are of. */
  key?: string;
  nodes?: Node[];
  cursor?: string | null;
  hasMore: boolean;
  problem?: Problem | undefined;
}

/**
 * A list that grows page by page. It begins again where the variables change; what was there stays
 * until the new first page is, or cannot be had.
 */
export const useConnection = <Data, Variables, Node>(
  operation: Operation<Data, Variables & { after?: string | null | undefined }>,
  variables: Variables,
  page: (data: Data) => Page<Node>,
): List<Node> => {
  const key = JSON.stringify(variables);
  const [round, reload] = useReducer((count: number, _: void) => count + 1, 0);
  const asked = `${round} ${key}`;
  const [state, setState] = useState<State<Node>>({ asked: "", hasMore: false });
  const [after, setAfter] = useState<{ asked: string; cursor?: string | null | undefined }>();
  const cursor = after?.asked === asked ? after.cursor : undefined;
  const busy = state.asked !== `${asked} ${cursor ?? ""}`;
  useEffect(() => {
    const abort = new AbortController();
    askSignedIn(operation, { ...variables, after: cursor }, abort.signal).then(
      ({ data, problem }) =>
        setState((before) => {
          const answered = `${asked} ${cursor ?? ""}`;
          // What other variables have found would look like the answer to these.
          const kept = before.key === key ? before : { hasMore: false };
          if (!data) return { ...kept, asked: answered, problem };
          const { nodes, pageInfo } = page(data);
          return {
            asked: answered,
            key,
            nodes: cursor ? [...(before.nodes ?? []), ...nodes] : nodes,
            cursor: pageInfo.endCursor,
            hasMore: pageInfo.hasNextPage,
          };
        }),
      () => {},
    );
    return () => abort.abort();
    // The key stands for the variables, which are made anew at every look.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [operation, asked, cursor]);
  return {
    nodes: state.nodes,
    problem: busy ? undefined : state.problem,
    busy,
    hasMore: state.hasMore,
    loadMore: () => setAfter({ asked, cursor: state.cursor }),
    reload: () => reload(),
  };
};
