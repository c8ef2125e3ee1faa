import { useCallback, useEffect, useReducer, useState } from "preact/hooks";
import { type OperationResult, sendSignedIn, type RequestProblem } from "./send-operation.js";
import type { Operation } from "./operation.js";

export interface QueryState<Data> {
  /** Undefined until the first response; the previous response while the next one is loading. */
  data: Data | undefined;
  problem: RequestProblem | undefined;
  isBusy: boolean;
  /** Sends the query again, for example after a mutation. */
  reload: () => void;
}

/** Sends a query, again whenever the variables change, and returns its latest result. */
export const useQuery = <Data, Variables>(
  operation: Operation<Data, Variables>,
  variables: Variables,
): QueryState<Data> => {
  const [round, reload] = useReducer((count: number, _: void) => count + 1, 0);
  const [state, setState] = useState<{
    request: string;
    result: OperationResult<Data>;
    data?: Data;
  }>();
  const request = `${round} ${JSON.stringify(variables)}`;
  useEffect(() => {
    const abort = new AbortController();
    sendSignedIn(operation, variables, abort.signal).then(
      (result) =>
        setState((before) => ({ request, result, data: (result.data ?? before?.data) as Data })),
      () => {},
    );
    return () => abort.abort();
    // `request` stands for the variables, which are a new object on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [operation, request]);
  const isBusy = state?.request !== request;
  return {
    data: state?.data,
    problem: isBusy ? undefined : state.result.problem,
    isBusy,
    reload: useCallback(() => reload(), []),
  };
};
