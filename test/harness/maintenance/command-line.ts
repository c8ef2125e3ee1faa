import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../../../bin/debrief.js", import.meta.url));
/** A command that takes longer hangs. */
const MAX_MS = 120_000;

export interface CommandResult {
  /** Null after a signal. */
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Returns a function that runs commands on one data directory. */
export const createCommandLine =
  (directory: string, settings: Record<string, string> = {}) =>
  async (...args: string[]): Promise<CommandResult> => {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: directory,
      timeout: MAX_MS,
      killSignal: "SIGKILL",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"]!,
        HOME: directory,
        DEBRIEF_DATA_DIR: directory,
        LOG_LEVEL: "warn",
        ...settings,
      },
    });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await ended, stdout, stderr };
  };

export type RunCommand = ReturnType<typeof createCommandLine>;
