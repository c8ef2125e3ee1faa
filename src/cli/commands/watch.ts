import { type Command, type CommandInput, UsageError } from "../../base/config/command.js";
import { readApiKey, readFlag, readServerUrl } from "../server-flags.js";

const OPTION_FLAGS = [
  "pattern",
  "zone",
  "keep",
  "rep",
  "poll",
  "settle",
  "pair",
  "sidecar",
] as const;

const readOptions = async (input: CommandInput) => {
  const { readWatchOptions, buildPattern, WatchOptionsError } =
    await import("../../base/config/watch-options.js");
  const texts = Object.fromEntries(
    OPTION_FLAGS.flatMap((name) => {
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
    "watch <folder> --pattern <name or expression> [--zone <zone>] [--keep move|leave] [--rep r|t] [--poll <seconds>] [--settle <seconds>] [--pair <minutes>] [--sidecar wait|use] [--url <server>] [--key-file <file>]",
  description:
    "send the files of a folder to a running server as calls; needs DEBRIEF_API_KEY; DEBRIEF_WATCH does it in the server itself",
  requiredArgs: 1,
  options: {
    ...Object.fromEntries(OPTION_FLAGS.map((name) => [name, { type: "string" as const }])),
    url: { type: "string" },
    "key-file": { type: "string" },
  },
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
