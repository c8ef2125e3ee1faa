import { useRef, useState } from "preact/hooks";
import { Button } from "../button.js";
import type { RequestProblem } from "../../lib/send-operation.js";

interface Sending {
  isBusy: boolean;
  problem?: RequestProblem | undefined;
}

/** A form that can be tried before it is saved. `saveText`: what the button that saves says. */
export const useTrialForm = ({
  save,
  attempt,
  saveText,
  onClose,
}: {
  save: Sending;
  attempt: Sending;
  saveText: string;
  onClose: () => void;
}) => {
  const isTrialRef = useRef(false);
  const [isTried, setTried] = useState(false);
  return {
    /** The one that was sent last: the form shows its problem. */
    mutation: isTried ? attempt : save,
    /** Returns whether the submitted form is to be tried. */
    beginSubmit: (): boolean => {
      setTried(isTrialRef.current);
      return isTrialRef.current;
    },
    buttons: (
      <div class="actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          isBusy={attempt.isBusy}
          onClick={() => {
            isTrialRef.current = true;
          }}
        >
          Try it on the last calls
        </Button>
        <Button
          kind="main"
          type="submit"
          isBusy={save.isBusy}
          onClick={() => {
            isTrialRef.current = false;
          }}
        >
          {saveText}
        </Button>
      </div>
    ),
  };
};
