import { useEffect, useState } from "preact/hooks";
import { whenSaid } from "../src/say.js";

const SHOWN_MS = 5_000;

/** Shows what `say` was told. */
export const Said = () => {
  const [message, setMessage] = useState<string>();
  useEffect(() => whenSaid(setMessage), []);
  useEffect(() => {
    const timer = setTimeout(() => setMessage(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return (
    <div class="said" role="status">
      {message && <p>{message}</p>}
    </div>
  );
};
