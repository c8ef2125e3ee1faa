import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import type { Operation } from "../../lib/operation.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { Button } from "../button.js";
import { Field, Form } from "../form/form.js";
import { Dialog } from "./dialog.js";

const WORD = "erase";

/**
 * A button that erases something after the admin types a word, and then leads to another page. `children`: the
 * consequences. While the server erases, which nothing stops, the dialog stays.
 */
export const EraseButton = ({
  text,
  title,
  operation,
  id,
  done,
  next,
  children,
}: {
  text: string;
  /** The title of the dialog. */
  title: string;
  operation: Operation<unknown, { id: string }>;
  id: string;
  /** What is said after the erasure. */
  done: string;
  /** The address to go to then. */
  next: string;
  children: ComponentChildren;
}) => {
  const { route } = useLocation();
  const erase = useMutation(operation);
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const isTyped = typed.trim().toLowerCase() === WORD;
  const close = (): void => {
    if (erase.isBusy) return;
    setAsking(false);
    setTyped("");
  };
  const confirm = async (): Promise<void> => {
    if (!isTyped || !(await erase.run({ id }))) return;
    showToast(done);
    route(next);
  };
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {text}
      </Button>
      {isAsking && (
        <Dialog title={title} onClose={close}>
          <Form mutation={erase} onSubmit={() => void confirm()}>
            {children}
            <Field
              label={`Type “${WORD}” to confirm`}
              name="confirmation"
              autoComplete="off"
              autofocus
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            {erase.isBusy && <p role="status">Erasing. Many calls take a while.</p>}
            <div class="actions">
              <Button disabled={erase.isBusy} onClick={close}>
                Cancel
              </Button>
              <Button type="submit" kind="danger" isBusy={erase.isBusy} disabled={!isTyped}>
                Erase
              </Button>
            </div>
          </Form>
        </Dialog>
      )}
    </>
  );
};
