import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** The signed-in user's e-mail; undefined until it is known. */
export const ViewerEmail = createContext<string | undefined>(undefined);

export const useViewerEmail = (): string | undefined => useContext(ViewerEmail);
