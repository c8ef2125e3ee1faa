import { say } from "../src/say.js";
import { Button } from "./button.js";

// Where the console is reached by plain http there is no clipboard but the old one.
const copy = async (text: string): Promise<void> => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("not copied");
};

/** Copies a text. `what` it is, for whoever hears the button's name alone. */
export const Copy = ({ text, what }: { text: string; what: string }) => (
  <Button
    icon="copy"
    aria-label={`Copy ${what}`}
    onClick={() =>
      void copy(text).then(
        () => say("Copied"),
        () => say("The browser did not let it be copied: select the text instead"),
      )
    }
  >
    Copy
  </Button>
);
