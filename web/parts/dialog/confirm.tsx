import type { ComponentChildren } from "preact";
import type { Problem as Reason } from "../src/ask.js";
import { Button } from "./button.js";
import { Dialog } from "./dialog.js";
import { Problem } from "./problem.js";

interface Props {
  title: string;
  /** What the button that does it says. */
  action: string;
  /** The change (`useMutation`). */
  of: { problem?: Reason | undefined; busy: boolean };
  onClose: () => void;
  onConfirm: () => void;
  /** What it means. */
  children: ComponentChildren;
}

/** Asks before something that cannot be taken back. */
export const Confirm = ({ title, action, of, onClose, onConfirm, children }: Props) => (
  <Dialog title={title} onClose={onClose}>
    <div class="form">
      <Problem of={of.problem} />
      {children}
      <div class="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="danger" busy={of.busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </div>
  </Dialog>
);
