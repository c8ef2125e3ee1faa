import { useCallback, useEffect, useReducer, useState } from "preact/hooks";
import { sendSignedIn, type RequestProblem } from "./send-operation.js";
import type { Operation } from "./operation.js";

interface Page<Node> {
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

export interface ConnectionState<Node> {
  /** Undefined until the first page has arrived. */
  nodes: Node[] | undefined;
  problem: RequestProblem | undefined;
  isBusy: boolean;
  hasMore: boolean;
  loadMore: () => void;
  /** Loads the first page again. */
  reload: () => void;
}

interface State<Node> {
  /** The latest request with a response. */
  answeredRequest: string;
  /** The variables of the nodes, as JSON. */
  key?: string;
  nodes?: Node[];
  cursor?: string | null;
  hasMore: boolean;
  problem?: RequestProblem | undefined;
}

/**
 * Loads a connection page by page, from the start whenever the variables change.
 * Old nodes stay until the new first page arrives or fails.
 */
export const useConnection = <Data, Variables, Node>(
  operation: Operation<Data, Variables & { after?: string | null | undefined }>,
  variables: Variables,
  selectPage: (data: Data) => Page<Node>,
): ConnectionState<Node> => {
  const key = JSON.stringify(variables);
  const [round, reload] = useReducer((count: number, _: void) => count + 1, 0);
  const list = `${round} ${key}`;
  const [state, setState] = useState<State<Node>>({ answeredRequest: "", hasMore: false });
  const [after, setAfter] = useState<{ list: string; cursor?: string | null | undefined }>();
  const cursor = after?.list === list ? after.cursor : undefined;
  const request = `${list} ${cursor ?? ""}`;
  const isBusy = state.answeredRequest !== request;
  useEffect(() => {
    const abort = new AbortController();
    sendSignedIn(operation, { ...variables, after: cursor }, abort.signal).then(
      ({ data, problem }) =>
        setState((before) => {
          // Nodes from other variables would look like the result for these.
          const sameList = before.key === key ? before : { hasMore: false };
          if (!data) return { ...sameList, answeredRequest: request, problem };
          const { nodes, pageInfo } = selectPage(data);
          return {
            answeredRequest: request,
            key,
            nodes: cursor ? [...(before.nodes ?? []), ...nodes] : nodes,
            cursor: pageInfo.endCursor,
            hasMore: pageInfo.hasNextPage,
          };
        }),
      () => {},
    );
    return () => abort.abort();
    // `list` stands for the variables, which are a new object on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [operation, list, cursor]);
  return {
    nodes: state.nodes,
    problem: isBusy ? undefined : state.problem,
    isBusy,
    hasMore: state.hasMore,
    loadMore: () => setAfter({ list, cursor: state.cursor }),
    reload: useCallback(() => reload(), []),
  };
};
