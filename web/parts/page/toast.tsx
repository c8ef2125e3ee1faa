import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { focusMain } from "../../lib/focus-main.js";
import { isTextField } from "../../lib/single-keys.js";
import { hideToast, onToast, pressUndo, type ToastMessage } from "../../lib/toast.js";
import { Button } from "../button.js";

const SHOWN_MS = 5_000;
const UNDO_SHOWN_MS = 8_000;

const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean =>
  key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey && !isTextField(target);

/** Shows the messages of `showToast` and `showUndo`. They stay while they have the focus or the pointer. */
export const Toast = () => {
  const [message, setMessage] = useState<ToastMessage>();
  const element = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isUnderPointer = useRef(false);
  /** What had the focus before *Undo*. */
  const before = useRef<HTMLElement>(null);
  const wasPressed = useRef(false);
  const canUndo = message?.undo !== undefined;

  const startTimer = (): void => {
    clearTimeout(timer.current);
    if (!message || message.isBusy) return;
    timer.current = setTimeout(
      () => {
        // Leaving starts the timer again.
        if (!isUnderPointer.current && !element.current?.contains(document.activeElement))
          hideToast();
      },
      canUndo ? UNDO_SHOWN_MS : SHOWN_MS,
    );
  };

  useLayoutEffect(() => onToast(setMessage), []);
  useEffect(() => {
    startTimer();
    return () => clearTimeout(timer.current);
    // `canUndo` follows from the message.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [message]);
  useLayoutEffect(() => {
    if (canUndo || !wasPressed.current) return;
    wasPressed.current = false;
    // The focused button has disappeared.
    if (document.activeElement !== document.body) return;
    if (before.current?.isConnected) before.current.focus({ preventScroll: true });
    else focusMain();
  }, [canUndo]);
  const press = (): void => {
    wasPressed.current = true;
    void pressUndo();
  };
  useEffect(() => {
    if (!canUndo) return undefined;
    const pressKey = (event: KeyboardEvent): void => {
      if (!isUndoKey(event)) return;
      event.preventDefault();
      press();
    };
    document.addEventListener("keydown", pressKey);
    return () => document.removeEventListener("keydown", pressKey);
  }, [canUndo]);

  return (
    <div
      class="toast"
      role="status"
      ref={element}
      onPointerEnter={() => (isUnderPointer.current = true)}
      onPointerLeave={() => {
        isUnderPointer.current = false;
        startTimer();
      }}
      onFocusIn={({ relatedTarget }) => {
        before.current = relatedTarget as HTMLElement | null;
      }}
      onFocusOut={startTimer}
    >
      {message && (
        <div>
          <p>{message.text}</p>
          {canUndo && (
            <Button isBusy={message.isBusy} aria-keyshortcuts="Control+Z Meta+Z" onClick={press}>
              Undo
            </Button>
          )}
        </div>
      )}
    </div>
  );
};
