import type { ComponentChildren } from "preact";
import type { RequestProblem } from "../../lib/send-operation.js";
import { Button } from "../button.js";
import { Dialog } from "./dialog.js";
import { ProblemAlert } from "../page/problem-alert.js";

interface Props {
  title: string;
  /** The text of the confirming button. */
  action: string;
  /** The state of `useMutation`. */
  mutation: { problem?: RequestProblem | undefined; isBusy: boolean };
  onClose: () => void;
  onConfirm: () => void;
  /** The consequences. */
  children: ComponentChildren;
}

/** Asks for confirmation before a change that can't be undone. */
export const Confirm = ({ title, action, mutation, onClose, onConfirm, children }: Props) => (
  <Dialog title={title} onClose={onClose}>
    <div class="form">
      <ProblemAlert problem={mutation.problem} />
      {children}
      <div class="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" isBusy={mutation.isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </div>
  </Dialog>
);
