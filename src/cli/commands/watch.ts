import {
  type Command,
  type CommandInput,
  type Flags,
  UsageError,
} from "../../base/config/command.js";
import { readApiKey, readFlag, readServerUrl, serverFlags } from "../server-flags.js";

const watchFlags = {
  pattern: {
    type: "string",
    value: "<name or expression>",
    description:
      "how file names describe calls: freepbx, issabel, fusionpbx, 3cx, asterisk, bcr, grapheneos, truephone, cubeacr, samsung, or a regular expression",
  },
  user: {
    type: "string",
    value: "<email>",
    description: "whose calls these are, if a call names no user, as on a phone",
  },
  zone: {
    type: "string",
    value: "<zone>",
    description: "the time zone of local times; default: the machine's",
  },
  keep: {
    type: "string",
    value: "move|leave",
    description: "move files to done/, or leave them; default: move",
  },
  rep: {
    type: "string",
    value: "r|t",
    description: "the rep's side: received (r) or transmitted (t) audio; default: r",
  },
  poll: {
    type: "string",
    value: "<seconds>",
    description: "how often to read the folder; default: 5",
  },
  settle: {
    type: "string",
    value: "<seconds>",
    description: "how long a file must stay unchanged; default: 10",
  },
  pair: {
    type: "string",
    value: "<minutes>",
    description: "how long to wait for the other side, the sidecar or the user; default: 10",
  },
  sidecar: {
    type: "string",
    value: "wait|use",
    description: "wait for each call's sidecar, or use it if present; default: use",
  },
} as const satisfies Flags;

const readOptions = async (input: CommandInput) => {
  const { readWatchOptions, buildPattern, WatchOptionsError } =
    await import("../../base/config/watch-options.js");
  const texts = Object.fromEntries(
    Object.keys(watchFlags).flatMap((name) => {
      const value = readFlag(input, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  try {
    const options = readWatchOptions({ folder: input.args[0]!, ...texts });
    await buildPattern(options);
    return options;
  } catch (error) {
    throw error instanceof WatchOptionsError ? new UsageError(`--${error.message}`) : error;
  }
};

export const watch: Command = {
  usage:
    "watch <folder> --pattern <name or expression> [--user <email>] [--zone <zone>] [--keep move|leave] [--rep r|t] [--poll <seconds>] [--settle <seconds>] [--pair <minutes>] [--sidecar wait|use] [--url <server>] [--key-file <file>]",
  description: "send a folder's files to a running server as calls",
  details:
    "Requires DEBRIEF_API_KEY. With DEBRIEF_WATCH, the server itself watches a folder. See docs/watch.md.",
  requiredArgs: 1,
  options: { ...watchFlags, ...serverFlags },
  takesSettings: true,
  run: async (input) => {
    const options = await readOptions(input);
    const url = readServerUrl(input);
    const apiKey = readApiKey(input);
    const config = input.readConfig();
    const { openLog } = await import("../../base/config/open-log.js");
    const { createHttpSink } = await import("../../intake/call-sinks/http-sink.js");
    const { startWatcher } = await import("../../intake/watch/start-watchers.js");
    const { stopOnSignal } = await import("../../base/workers/stop-on-signal.js");
    const log = openLog(config);
    const sink = createHttpSink(url, apiKey);
    const { dataDir } = config;
    const job = await startWatcher({ options, sink, log, now: Date.now, dataDir });
    stopOnSignal(log, async () => job.stop());
    // The watch's own timer keeps no process alive.
    setInterval(() => {}, 60_000);
  },
};
