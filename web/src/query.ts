import { useCallback, useEffect, useReducer, useState } from "preact/hooks";
import { type Answer, askSignedIn, type Problem } from "./ask.js";
import type { Operation } from "./operation.js";

export interface Asked<Data> {
  /** Undefined until the first answer; of the answer before while the next is under way. */
  data: Data | undefined;
  problem: Problem | undefined;
  busy: boolean;
  /** Asks again, as after a change. */
  reload: () => void;
}

/** What the server answers to a query, asked again whenever the variables change. */
export const useQuery = <Data, Variables>(
  operation: Operation<Data, Variables>,
  variables: Variables,
): Asked<Data> => {
  const key = JSON.stringify(variables);
  const [round, reload] = useReducer((count: number, _: void) => count + 1, 0);
  const [state, setState] = useState<{ answer: Answer<Data>; asked: string; data?: Data }>();
  const asked = `${round} ${key}`;
  useEffect(() => {
    const abort = new AbortController();
    askSignedIn(operation, variables, abort.signal).then(
      (answer) =>
        setState((before) => ({ answer, asked, data: (answer.data ?? before?.data) as Data })),
      () => {},
    );
    return () => abort.abort();
    // The key stands for the variables, which are made anew at every look.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [operation, asked]);
  const busy = state?.asked !== asked;
  return {
    data: state?.data,
    problem: busy ? undefined : state.answer.problem,
    busy,
    reload: useCallback(() => reload(), []),
  };
};

export interface Mutation<Data, Variables> {
  /** Undefined where it was refused: `problem` says why. */
  run: (variables: Variables) => Promise<Data | undefined>;
  problem: Problem | undefined;
  busy: boolean;
  /** Forgets the problem, as when a dialog is opened again. */
  clear: () => void;
}

/** A change, and how it is getting on; for `Form` and `Button`. `by`: `ask`, where nobody has signed in. */
export const useMutation = <Data, Variables>(
  operation: Operation<Data, Variables>,
  by = askSignedIn,
): Mutation<Data, Variables> => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const run = async (variables: Variables): Promise<Data | undefined> => {
    setBusy(true);
    const answer = await by(operation, variables);
    setBusy(false);
    setProblem(answer.problem);
    return answer.data;
  };
  return { run, busy, problem, clear: () => setProblem(undefined) };
};
