import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** Whether the signed-in user is an admin. The server refuses admin actions by other users; screens hide them. */
export const IsAdmin = createContext(true);

export const useIsAdmin = (): boolean => useContext(IsAdmin);
