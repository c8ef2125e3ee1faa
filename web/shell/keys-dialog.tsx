import { Dialog } from "../parts/dialog/dialog.js";
import { SINGLE_KEYS } from "../lib/single-keys.js";
import { usePreference } from "../lib/use-preference.js";

const keys: [keys: string, meaning: string][] = [
  ["/", "go to the search of a page"],
  ["?", "show these keys"],
  ["space or k", "play and pause a recording"],
  ["j and l", "15 seconds back and forth"],
  ["← and →", "5 seconds back and forth"],
  ["c", "comment on the moment that is played"],
  ["Ctrl+Z or ⌘Z", "undo, while a message offers it"],
  ["Esc", "close a dialog or a menu"],
];

/** Lists the keys of the console, and turns those without Ctrl or Alt off and on. */
export const KeysDialog = ({ onClose }: { onClose: () => void }) => {
  const [singleKeys, change] = usePreference(SINGLE_KEYS, "on");
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl class="facts">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label class="check">
        <input
          type="checkbox"
          checked={singleKeys !== "off"}
          onChange={({ currentTarget }) => change(currentTarget.checked ? "on" : "off")}
        />
        <span>Use these keys in this browser</span>
      </label>
    </Dialog>
  );
};
