import { showToast } from "../../lib/toast.js";
import { Button } from "../button.js";

// Over plain HTTP, browsers support only the old clipboard command.
const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (!isCopied) throw new Error("not copied");
};

/** Copies a text. `name` describes the text to screen readers. */
export const CopyButton = ({ text, name }: { text: string; name: string }) => (
  <Button
    icon="copy"
    aria-label={`Copy ${name}`}
    onClick={() =>
      void copyText(text).then(
        () => showToast("Copied"),
        () => showToast("The browser blocked copying. Select the text and copy it yourself."),
      )
    }
  >
    Copy
  </Button>
);
