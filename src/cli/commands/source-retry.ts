import {
  type Command,
  printJson,
  printToStderr,
  RefusedError,
  UsageError,
} from "../../base/config/command.js";
import { printRows } from "./print-rows.js";
import { runAsOrganization } from "./run-as-organization.js";
import type { RunOperation } from "./run-operation.js";
import { organizationFlags } from "./shared-flags.js";

interface RefusedCall {
  id: string;
  channel: string;
  callId: string | null;
  replayable: boolean;
}

interface ReplayedCall extends Omit<RefusedCall, "replayable"> {
  outcome: string;
  message: string | null;
}

interface RefusedPage {
  inboundCalls: {
    nodes: RefusedCall[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}

const LIST_REFUSED = `query ($after: String) {
  inboundCalls(first: 100, after: $after, outcome: refused) {
    nodes { id channel callId replayable }
    pageInfo { hasNextPage endCursor }
  }
}`;

const REPLAY = `mutation ($id: ID!) {
  replayInboundCall(id: $id) { id channel callId outcome message }
}`;

/** Lists the refused calls of the log, newest first: at most 500. */
const listRefusedCalls = async (ask: RunOperation): Promise<RefusedCall[]> => {
  const calls: RefusedCall[] = [];
  for (let after: string | null = null; ;) {
    const { inboundCalls }: RefusedPage = await ask<RefusedPage>(LIST_REFUSED, { after });
    calls.push(...inboundCalls.nodes);
    if (!inboundCalls.pageInfo.hasNextPage) return calls;
    after = inboundCalls.pageInfo.endCursor;
  }
};

/** @throws RefusedError for an unknown channel */
const requireChannel = async (ask: RunOperation, channel: string): Promise<void> => {
  const { sources } = await ask<{ sources: { channel: string }[] }>("{ sources { channel } }");
  if (sources.some((source) => source.channel === channel)) return;
  throw new RefusedError(`no calls from "${channel}"; see: debrief source list`);
};

export const sourceRetry: Command = {
  usage: "source retry <channel>|--all --org <organization> [--json]",
  description: "process a channel's refused calls again",
  details: "Processes the oldest call first.",
  requiredArgs: 0,
  optionalArgs: 1,
  options: {
    all: { type: "boolean", description: "process the refused calls of all channels" },
    ...organizationFlags,
  },
  takesSettings: true,
  run: async (call) => {
    const [channel] = call.args;
    if ((channel === undefined) !== (call.flags["all"] === true))
      throw new UsageError("name a channel, or use --all");
    await runAsOrganization(call, async (ask) => {
      if (channel !== undefined) await requireChannel(ask, channel);
      const refused = (await listRefusedCalls(ask)).filter(
        (row) => channel === undefined || row.channel === channel,
      );
      const calls: ReplayedCall[] = [];
      for (const { id } of refused.filter(({ replayable }) => replayable).toReversed()) {
        const { replayInboundCall } = await ask<{ replayInboundCall: ReplayedCall }>(REPLAY, {
          id,
        });
        calls.push(replayInboundCall);
      }
      const notReplayable = refused.length - calls.length;
      if (call.flags["json"]) return printJson({ calls, notReplayable });
      printRows(
        calls.map((row) => [row.channel, row.callId ?? row.id, row.outcome, row.message ?? ""]),
      );
      const ingested = calls.filter(({ outcome }) => outcome === "ingested").length;
      printToStderr(
        `${ingested} of ${refused.length} refused calls ingested; ${notReplayable} can't be replayed`,
      );
    });
  },
};
