import { useEffect, useState } from "preact/hooks";
import { onToast } from "../../lib/toast.js";

const SHOWN_MS = 5_000;

/** Shows the messages of `showToast`. */
export const Toast = () => {
  const [message, setMessage] = useState<string>();
  useEffect(() => onToast(setMessage), []);
  useEffect(() => {
    const timer = setTimeout(() => setMessage(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div class="toast" role="status">
      {message && <p>{message}</p>}
    </div>
  );
};
