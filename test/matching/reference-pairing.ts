/** The two sides of a match in plain numbers; `from` and `to` are the appointment's window. */
export interface PairingCall {
  id: string;
  rep: string;
  at: number;
  /** The order of arrival. */
  age: number;
}

export interface PairingAppointment {
  id: string;
  rep: string;
  eventId: string;
  start: number;
  from: number;
  to: number;
}

/** Repeatedly matches the nearest remaining pair. */
export const pairNearestFirst = (
  calls: readonly PairingCall[],
  appointments: readonly PairingAppointment[],
  isUnlinked: (call: string, appointment: string) => boolean = () => false,
): Record<string, string> => {
  const pairs: Record<string, string> = {};
  const isBefore = (
    [c, v]: [PairingCall, PairingAppointment],
    [bestC, bestV]: [PairingCall, PairingAppointment],
  ): boolean => {
    const nearer = Math.abs(bestC.at - bestV.start) - Math.abs(c.at - v.start);
    if (nearer !== 0) return nearer > 0;
    return v.eventId === bestV.eventId ? c.age < bestC.age : v.eventId < bestV.eventId;
  };
  for (;;) {
    let best: [PairingCall, PairingAppointment] | undefined;
    for (const call of calls)
      for (const appointment of appointments) {
        if (call.id in pairs || Object.values(pairs).includes(appointment.id)) continue;
        if (call.rep !== appointment.rep || call.at < appointment.from || call.at > appointment.to)
          continue;
        if (isUnlinked(call.id, appointment.id)) continue;
        if (!best || isBefore([call, appointment], best)) best = [call, appointment];
      }
    if (!best) return pairs;
    pairs[best[0].id] = best[1].id;
  }
};
