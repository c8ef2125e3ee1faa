import type { DeliveryTally } from "./check-deliveries.js";

/** The figures of a run. */
export interface CrashFigures extends DeliveryTally {
  kills: number;
  /** SIGSTOP, then SIGCONT. */
  pauses: number;
  acknowledged: number;
  unanswered: number;
  events: number;
}

export const createFigures = (): CrashFigures => ({
  kills: 0,
  pauses: 0,
  acknowledged: 0,
  unanswered: 0,
  events: 0,
  delivered: 0,
  refused: 0,
  interrupted: 0,
  arrived: 0,
  other: 0,
  lost: 0,
  repeated: 0,
});

export const addFigures = (to: CrashFigures, added: Partial<CrashFigures>): void => {
  for (const [name, count] of Object.entries(added)) to[name as keyof CrashFigures] += count;
};

export const formatFigures = (f: CrashFigures): string =>
  `${f.kills} kills, ${f.pauses} pauses, ${f.acknowledged} acknowledged changes ` +
  `(${f.unanswered} unanswered), ${f.events} events; deliveries: ${f.delivered} delivered, ` +
  `${f.refused} answered 500, ${f.interrupted} interrupted (${f.arrived} of them had arrived), ` +
  `${f.other} otherwise failed; ${f.lost} lost, ${f.repeated} repeated`;
