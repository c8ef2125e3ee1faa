import { useState } from "preact/hooks";
import type { Operation } from "./operation.js";
import { type RequestProblem, sendSignedIn } from "./send-operation.js";
import { hideToast } from "./toast.js";

export interface MutationState<Data, Variables> {
  /** Sends the mutation. Returns undefined if the server refuses it; `problem` contains the reason. */
  run: (variables: Variables) => Promise<Data | undefined>;
  problem: RequestProblem | undefined;
  isBusy: boolean;
}

/**
 * Returns a mutation and its state, for `Form`, `Confirm` and `Button`.
 * Screens for visitors pass `sendOperation` as `send`.
 */
export const useMutation = <Data, Variables>(
  operation: Operation<Data, Variables>,
  send = sendSignedIn,
): MutationState<Data, Variables> => {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<RequestProblem>();
  const run = async (variables: Variables): Promise<Data | undefined> => {
    setBusy(true);
    const result = await send(operation, variables);
    setBusy(false);
    setProblem(result.problem);
    // What can be undone was done before this change, which may contradict it or end the session.
    if (result.data) hideToast();
    return result.data;
  };
  return { run, isBusy, problem };
};
