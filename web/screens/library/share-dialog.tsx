import { useRef, useState } from "preact/hooks";
import { Button, CopyButton, Dialog, Form, ProblemAlert, Select } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { showToast, showUndo } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import {
  describeSharing,
  listReceivers,
  parseReceiver,
  type Receiver,
  useReceivers,
} from "./audience.js";
import { ClipLinks } from "./clip-links.js";
import { ShareClip, UnshareClip } from "./library.graphql.js";
import type { Clip } from "./types.js";

/** Shares a clip, and takes it back. */
export const ShareDialog = ({
  clip: initial,
  onClose,
  onChanged,
}: {
  clip: Clip;
  onClose: () => void;
  onChanged: () => void;
}) => {
  const [clip, setClip] = useState(initial);
  const [isChanged, setChanged] = useState(false);
  // Only then: the list behind the dialog may lose the clip, and with it the dialog.
  const close = (): void => {
    onClose();
    if (isChanged) onChanged();
  };
  const { id } = clip;
  const body = useRef<HTMLDivElement>(null);
  const share = useMutation(ShareClip);
  const unshare = useMutation(UnshareClip);
  const receivers = useReceivers();
  const isManager = useIsManager();
  const current = clip.sharedWith ? listReceivers(clip.sharedWith) : [];
  const has = new Set(current.map(({ value }) => value));
  const others = Object.entries(receivers).filter(([value]) => !has.has(value));
  const add = async (value: string): Promise<void> => {
    const data = await share.run({ id, with: parseReceiver(value) });
    if (!data) return;
    showToast(clip.isWhole ? "Call shared" : "Clip shared");
    setClip(data.shareClip);
    setChanged(true);
  };
  const remove = async ({ value, text }: Receiver): Promise<void> => {
    const audience = { id, with: parseReceiver(value) };
    const data = await unshare.run(audience);
    if (!data) return;
    const done = `No longer shared with ${text}`;
    // Others may have shared it with those with whom the user can't.
    if (value in receivers)
      showUndo(done, ShareClip, audience, ({ shareClip }) => {
        setClip(shareClip);
        // The dialog may be closed.
        onChanged();
      });
    else showToast(done);
    // The focused button disappears.
    body.current?.focus();
    setClip(data.unshareClip);
    setChanged(true);
  };
  return (
    <Dialog title={`Share “${clip.title}”`} onClose={close}>
      <div class="form" ref={body} tabIndex={-1}>
        <p class="hint">{describeSharing(clip.isWhole)}</p>
        <div class="actions">
          <CopyButton
            text={new URL(href("/library/:id", { id }), location.href).href}
            name={clip.isWhole ? "the address of the call" : "the address of the clip"}
          />
        </div>
        {current.length > 0 && (
          <ul class="receivers" aria-label="Shared with">
            {current.map((receiver) => (
              <li key={receiver.value}>
                <span>{receiver.text}</span>
                <Button
                  kind="quiet"
                  isBusy={unshare.isBusy}
                  aria-label={`Stop sharing with ${receiver.text}`}
                  onClick={() => void remove(receiver)}
                >
                  Stop
                </Button>
              </li>
            ))}
          </ul>
        )}
        <ProblemAlert problem={unshare.problem} />
      </div>
      {others.length > 0 && (
        <Form mutation={share} onSubmit={(values) => void add(values.get("with"))}>
          <Select
            // The chosen one has moved to the list above.
            key={current.length}
            label="Share with"
            name="with"
            options={Object.fromEntries(others)}
          />
          <div class="actions">
            <Button type="submit" kind="main" isBusy={share.isBusy}>
              Share
            </Button>
          </div>
        </Form>
      )}
      {isManager && !clip.isWhole && <ClipLinks id={id} />}
    </Dialog>
  );
};
