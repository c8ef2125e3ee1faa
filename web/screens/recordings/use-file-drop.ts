import { useEffect } from "preact/hooks";

/** Takes files that are dropped anywhere on the page. The browser would otherwise leave the page and show the file. */
export const useFileDrop = (onDrop: ((files: readonly File[]) => void) | undefined): void => {
  useEffect(() => {
    if (!onDrop) return undefined;
    const abort = new AbortController();
    const hold = (event: DragEvent): boolean => {
      const hasFiles = event.dataTransfer?.types.includes("Files") === true;
      if (hasFiles) event.preventDefault();
      return hasFiles;
    };
    const take = (event: DragEvent): void => {
      if (hold(event)) onDrop([...event.dataTransfer!.files]);
    };
    document.addEventListener("dragover", hold, { signal: abort.signal });
    document.addEventListener("drop", take, { signal: abort.signal });
    return () => abort.abort();
  }, [onDrop]);
};
