/** A side of a match, in plain numbers: a call has no window, an appointment `from` and `to`. */
export interface PairingCall {
  id: string;
  rep: string;
  at: number;
  /** Which of them came first. */
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

/** The nearest of all pairs that are still open, then the nearest of what is left, and so on. */
export const pairNearestFirst = (
  calls: readonly PairingCall[],
  visits: readonly PairingAppointment[],
  isApart: (call: string, visit: string) => boolean = () => false,
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
      for (const visit of visits) {
        if (call.id in pairs || Object.values(pairs).includes(visit.id)) continue;
        if (call.rep !== visit.rep || call.at < visit.from || call.at > visit.to) continue;
        if (isApart(call.id, visit.id)) continue;
        if (!best || isBefore([call, visit], best)) best = [call, visit];
      }
    if (!best) return pairs;
    pairs[best[0].id] = best[1].id;
  }
};
