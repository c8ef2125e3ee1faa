import { useState } from "preact/hooks";
import { Button, Dialog, Select } from "../../parts/index.js";
import { formatCount } from "../../lib/format.js";
import { showToast } from "../../lib/toast.js";
import { useIsManager } from "../../lib/use-is-manager.js";
import { useUsers } from "../../lib/use-users.js";
import { useViewerEmail } from "../../lib/use-viewer-email.js";
import { UploadItem } from "./upload-item.js";
import { useFileDrop } from "./use-file-drop.js";
import { useUploads } from "./use-uploads.js";

/** Uploads recorded calls from this device, and shows what becomes of them. */
export const UploadDialog = ({
  files,
  onClose,
}: {
  /** The files that were dropped on the page. */
  files: readonly File[];
  /** Gets whether a file was sent. */
  onClose: (hasSent: boolean) => void;
}) => {
  const { uploads, isSending, add, remove, setStart, sendAll } = useUploads(files);
  useFileDrop(add);
  const viewer = useViewerEmail() ?? "";
  const isManager = useIsManager();
  // A call of an inactive user is refused.
  const users = useUsers(true);
  const [chosenRep, setRep] = useState<string>();
  const rep =
    chosenRep ?? (users && viewer in users ? viewer : (Object.keys(users ?? {})[0] ?? ""));
  const waiting = uploads.filter(({ state }) => state === "chosen" || state === "failed");
  const isTimeMissing = waiting.some(({ startedAt }) => startedAt === "");
  const hasSent = uploads.some(({ state }) => state === "sent");
  const close = (): void => {
    // A key pressed by mistake must not break an upload off.
    if (isSending) showToast("Files are being sent. “Cancel the upload” stops that.");
    else onClose(hasSent);
  };
  return (
    <Dialog title="Upload recordings" onClose={close}>
      <div class="form">
        <label class="drop-zone">
          <input
            type="file"
            multiple
            accept="audio/*,video/*"
            class="visually-hidden"
            onChange={({ currentTarget }) => {
              add([...(currentTarget.files ?? [])]);
              currentTarget.value = "";
            }}
          />
          <strong>Drop recordings here, or choose files</strong>
          <span class="muted">Audio or video. Each file becomes a call.</span>
        </label>
        <p class="muted">In stereo, the first channel is the rep.</p>
        {isManager && users && (
          <Select
            label="Rep"
            name="rep"
            options={users}
            value={rep}
            onChange={({ currentTarget }) => setRep(currentTarget.value)}
          />
        )}
        {uploads.length > 0 && (
          <ul class="uploads">
            {uploads.map((upload) => (
              <UploadItem key={upload.key} upload={upload} onRemove={remove} onStart={setStart} />
            ))}
          </ul>
        )}
        <div class="actions">
          {waiting.length > 0 || isSending ? (
            <Button
              kind="main"
              isBusy={isSending}
              disabled={isTimeMissing || (isManager ? rep === "" : viewer === "")}
              onClick={() => void sendAll(isManager ? rep : viewer)}
            >
              {isSending ? "Uploading" : `Upload ${formatCount(waiting.length, "file")}`}
            </Button>
          ) : null}
          <Button onClick={() => onClose(hasSent)}>
            {isSending ? "Cancel the upload" : "Close"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
