import type { OnMatchWindowClosed } from "../matching/close-windows.js";
import { emit } from "../webhooks/emit.js";

/** Sends `appointment.missed` for each appointment, in the change that closes its match window. */
export const emitMissed: OnMatchWindowClosed = async (trx, context, effects, appointments) => {
  for (const appointment of appointments)
    await emit(trx, context, effects, "appointment.missed", appointment);
};
