import { emitMissed } from "../../../graph/appointments/missed.js";
import { createContext } from "../../../graph/context/context.js";
import { closeDueWindows, type ClosedWindows } from "../../../graph/matching/close-windows.js";
import { runAsProgram } from "../engine/guard-statements.js";
import type { SharedServer, Tenant } from "../server.js";

/** Closes the organization's match windows that are over at `now` (ISO 8601), and sends the events. */
export const closeWindowsAt = async (
  { services }: SharedServer,
  { id: organizationId }: Tenant,
  now: string,
): Promise<ClosedWindows> =>
  runAsProgram(async () =>
    closeDueWindows(
      createContext(
        { ...services, now: () => Date.parse(now) },
        { role: "internal", organizationId },
        "close-windows",
      ),
      emitMissed,
    ),
  );
