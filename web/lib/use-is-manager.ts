import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** Whether the signed-in user is a manager or an admin. The server refuses their actions to reps; screens hide them. */
export const IsManager = createContext(true);

export const useIsManager = (): boolean => useContext(IsManager);
