import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** Whether the signed-in user is an admin. The server refuses to others what only admins may do; screens hide it. */
export const IsAdmin = createContext(true);

export const useIsAdmin = (): boolean => useContext(IsAdmin);
