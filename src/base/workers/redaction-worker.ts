import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { RedactionSettings } from "../../../db/redaction/redaction.js";
import { RedactionBudgetError, type RedactionWork } from "../../../graph/core/redaction-port.js";
import { performRedaction } from "../../../graph/redaction/perform-redaction.js";

export interface RedactionRequest {
  settings: RedactionSettings;
  work: RedactionWork;
  /** The CPU time of this thread. */
  maxCpuMs: number;
}

export type RedactionReply = { result: unknown } | { isOverBudget: true } | { error: Error };

// On Linux this sets the priority of this thread alone: requests take precedence if cores are scarce.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/** A busy machine doesn't reduce a CPU time budget. */
const readCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const redact = async ({ settings, work, maxCpuMs }: RedactionRequest): Promise<RedactionReply> => {
  const end = readCpuMs() + maxCpuMs;
  const checkBudget = (): void => {
    if (readCpuMs() >= end) throw new RedactionBudgetError();
  };
  try {
    return { result: await performRedaction(settings, work, checkBudget) };
  } catch (error) {
    // A RangeError: values that are nested too deeply.
    return error instanceof RedactionBudgetError || error instanceof RangeError
      ? { isOverBudget: true }
      : { error: error as Error };
  }
};

parentPort!.on("message", (request: RedactionRequest) => {
  void redact(request).then((reply) => parentPort!.postMessage(reply));
});
