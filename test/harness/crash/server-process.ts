import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../../../bin/debrief.js", import.meta.url));
const COMPILED_DIRECTORY = join(tmpdir(), `debrief-crash-compiled-${process.pid}`);
const SERVE = fileURLToPath(new URL("serve.js", import.meta.url));

export interface InstanceSetup {
  /** The data directory, which also receives the server's stderr. */
  directory: string;
  env: Record<string, string>;
  /** Milliseconds; without it, the server starts as in production. */
  leaseMs?: number;
  /**
   * A program and its arguments that run the server as our child. It must keep the server's process
   * ID.
   */
  wrapper?: readonly string[];
}

const running = new Set<Instance>();
let isOver = false;

/** Kills all instances at the end of a run and prevents new ones. */
export const killAllInstances = async (): Promise<void> => {
  isOver = true;
  await Promise.all([...running].map((instance) => instance.kill()));
  rmSync(COMPILED_DIRECTORY, { recursive: true, force: true });
};

/** One server process. */
export class Instance {
  readonly child: ChildProcess;
  /** Resolves with the base URL; rejects if the server exits before. */
  readonly listening: Promise<string>;
  /** Resolves with the exit code; null after a signal. */
  readonly ended: Promise<number | null>;

  constructor({ directory, env, leaseMs, wrapper = [] }: InstanceSetup) {
    if (isOver) throw new Error("the run is over");
    mkdirSync(directory, { recursive: true });
    const errors = openSync(join(directory, "stderr.log"), "a");
    const command = leaseMs === undefined ? [BIN, "serve"] : [SERVE, String(leaseMs)];
    const [program, ...args] = [...wrapper, process.execPath, ...command];
    this.child = spawn(program!, args, {
      cwd: directory,
      env: {
        PATH: process.env["PATH"]!,
        HOME: directory,
        PORT: "0",
        LOG_LEVEL: "warn",
        DEBRIEF_DATA_DIR: directory,
        DEBRIEF_WEBHOOK_ALLOW: "127.0.0.1",
        DEBRIEF_ANALYZER: "external",
        // Compilation is half of a start; the cache avoids it for thousands of starts.
        NODE_COMPILE_CACHE: COMPILED_DIRECTORY,
        ...env,
      },
      stdio: ["ignore", "pipe", errors],
    });
    closeSync(errors);
    running.add(this);
    this.ended = new Promise((resolve) => {
      this.child.once("close", (code) => {
        running.delete(this);
        resolve(code);
      });
    });
    this.listening = new Promise((resolve, reject) => {
      let output = "";
      this.child.stdout!.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const found = /^listening (?:.* )?(\S+)\n/m.exec(output);
        if (found) resolve(found[1]!);
      });
      void this.ended.then((code) =>
        reject(new Error(`serve ended with ${code}; see ${directory}/stderr.log`)),
      );
    });
    // A caller that kills the instance during its start doesn't await this promise.
    this.listening.catch(() => {});
  }

  get pid(): number {
    return this.child.pid!;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resolves when the process has exited and its files are closed. */
  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.ended;
  }
}
