import type { Operation } from "./operation.js";
import { type RequestProblem, sendSignedIn } from "./send-operation.js";

/** A message that is shown. */
export interface ToastMessage {
  text: string;
  /** Sends the inverse mutation. Resolves to the reason if that fails. */
  undo?: () => Promise<RequestProblem | undefined>;
  /** Whether the inverse mutation awaits its response. */
  isBusy?: boolean;
}

type Listener = (message: ToastMessage | undefined) => void;

/** The page's, and above it one for each open dialog, outside of which nothing can be pressed. */
const listeners: Listener[] = [];
let shown: ToastMessage | undefined;

const show = (message: ToastMessage | undefined): void => {
  shown = message;
  listeners.at(-1)?.(message);
};

/** Shows a short message for a few seconds; screen readers read it out. */
export const showToast = (text: string): void => show({ text });

/** Shows a message with *Undo*, which sends the inverse mutation and then calls `onUndone`. */
export const showUndo = <Data, Variables>(
  text: string,
  inverse: Operation<Data, Variables>,
  variables: Variables,
  onUndone: (data: Data) => void,
): void =>
  show({
    text,
    undo: async () => {
      const { data, problem } = await sendSignedIn(inverse, variables);
      if (data) onUndone(data);
      return problem;
    },
  });

export const hideToast = (): void => show(undefined);

/** Undoes what the message is about, and says so. After a failure, *Undo* stays. */
export const pressUndo = async (): Promise<void> => {
  const message = shown;
  if (!message?.undo || message.isBusy) return;
  show({ ...message, isBusy: true });
  const problem = await message.undo();
  const isLatest = shown?.undo === message.undo;
  if (!problem) {
    if (isLatest) showToast("Undone");
    return;
  }
  const failure = `Not undone: ${problem.message}`;
  if (isLatest) show({ ...message, text: failure });
  // A message that came meanwhile keeps its own Undo.
  else show({ ...shown, text: shown ? `${failure} ${shown.text}` : failure });
};

/** Sends messages to this listener instead of the one before, until the returned function is called. */
export const onToast = (listener: Listener): (() => void) => {
  listeners.at(-1)?.(undefined);
  listeners.push(listener);
  listener(shown);
  return () => {
    listeners.splice(listeners.indexOf(listener), 1);
    listeners.at(-1)?.(shown);
  };
};
