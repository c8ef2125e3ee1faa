import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../../../bin/debrief.js", import.meta.url));
const COMPILED_DIRECTORY = join(tmpdir(), `debrief-crash-compiled-${process.pid}`);
const SERVE = fileURLToPath(new URL("serve.js", import.meta.url));

export interface InstanceSetup {
  /** The data directory, in which what the server says on stderr is kept too. */
  directory: string;
  env: Record<string, string>;
  /** Milliseconds; without it, the program is started just as anybody starts it. */
  leaseMs?: number;
  /** A program, with its arguments, that runs the server as a child of ours: it must leave its process id. */
  wrapper?: readonly string[];
}

const running = new Set<Instance>();
let isOver = false;

/** Leaves none behind, however a run ended, and lets none begin any more. */
export const killAllInstances = async (): Promise<void> => {
  isOver = true;
  await Promise.all([...running].map((instance) => instance.kill()));
  rmSync(COMPILED_DIRECTORY, { recursive: true, force: true });
};

/** One process of the server: what is killed is the server itself. */
export class Instance {
  readonly child: ChildProcess;
  /** Resolves with the base URL; rejects where it ends before. */
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
        // Half of a start is compiling, which need not be done thousands of times.
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
    // Whoever kills it while it starts does not wait for it.
    this.listening.catch(() => {});
  }

  get pid(): number {
    return this.child.pid!;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Resolves when it is gone, with all that it had open. */
  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.ended;
  }
}
