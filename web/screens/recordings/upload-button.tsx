import { useState } from "preact/hooks";
import { Button } from "../../parts/index.js";
import { UploadDialog } from "./upload-dialog.js";
import { useFileDrop } from "./use-file-drop.js";

/** Opens the dialog for uploads; so do files that are dropped on the page. */
export const UploadButton = ({
  kind = "plain",
  onSent,
}: {
  kind?: "main" | "plain";
  onSent: () => void;
}) => {
  const [files, setFiles] = useState<readonly File[]>();
  useFileDrop(files ? undefined : setFiles);
  return (
    <>
      <Button kind={kind} icon="up" onClick={() => setFiles([])}>
        Upload
      </Button>
      {files && (
        <UploadDialog
          files={files}
          onClose={(hasSent) => {
            setFiles(undefined);
            if (hasSent) onSent();
          }}
        />
      )}
    </>
  );
};
