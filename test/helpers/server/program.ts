import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { dialect, createDatabase } from "../engine/database.js";

const BIN = fileURLToPath(new URL("../../../../bin/debrief.js", import.meta.url));
/** The executable in DEBRIEF_BINARY, which replaces the program. */
export const binary = process.env["DEBRIEF_BINARY"] && resolve(process.env["DEBRIEF_BINARY"]);
/** The command that starts the program, without arguments. */
export const command = binary ? [binary] : [process.execPath, BIN];
const COMMAND_LINES = fileURLToPath(new URL("command-lines.js", import.meta.url));

export interface ProgramResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A running server. */
export interface ServingProgram {
  url: string;
  child: ChildProcess;
  /** The output so far. */
  stdout: () => string;
  stderr: () => string;
  ended: Promise<ProgramResult>;
  stop: () => Promise<ProgramResult>;
}

/** A directory, an empty database and an environment, as on one machine. */
export interface Installation {
  directory: string;
  dataDir: string;
  databaseUrl: string;
  env: Record<string, string>;
  run: (args: string[], env?: Record<string, string>, stdin?: string) => Promise<ProgramResult>;
  /** Runs commands one after the other in one process. */
  runAll: (
    ...lines: (string[] | [args: string[], env: Record<string, string>])[]
  ) => Promise<ProgramResult[]>;
  /** `line` replaces the command that serves. */
  serve: (env?: Record<string, string>, line?: string[]) => Promise<ServingProgram>;
  remove: () => Promise<void>;
}

const spawnProgram = (
  [program, ...args]: string[],
  cwd: string,
  env: Record<string, string>,
  stdin?: string,
) => {
  const child = spawn(program!, args, { cwd, env, stdio: "pipe" });
  child.stdin.end(stdin);
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => (output[stream] += text));
  const ended = new Promise<ProgramResult>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...output }));
  });
  return { child, output, ended };
};

/** The last word of the first line that starts with `listening `. */
const LISTENING_PATTERN = /^listening (?:.* )?(\S+)\n/m;

export const createInstallation = async (): Promise<Installation> => {
  const database = await createDatabase();
  const directory = mkdtempSync(join(tmpdir(), "debrief-program-"));
  const dataDir = join(directory, "data");
  // SQLite uses the default path. PostgreSQL requires a secret key.
  const env: Record<string, string> = {
    PATH: process.env["PATH"]!,
    HOME: directory,
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? "",
    DEBRIEF_DATA_DIR: dataDir,
    PORT: "0",
    // Tests analyse calls themselves, unless they are about the analyzer. Empty selects the default.
    DEBRIEF_ANALYZER: "external",
    ...(dialect === "postgres" && {
      DATABASE_URL: database.url,
      DEBRIEF_SECRET_KEY: randomBytes(32).toString("hex"),
    }),
  };
  // A command that hangs ends with its test, whose time is limited.
  const running = new Set<ChildProcess>();
  const start = (line: string[], ownEnv: Record<string, string>, stdin?: string) => {
    const started = spawnProgram(line, directory, ownEnv, stdin);
    running.add(started.child);
    return started;
  };

  const serve: Installation["serve"] = async (extraEnv = {}, line = [...command, "serve"]) => {
    const { child, output, ended } = start(line, { ...env, ...extraEnv });
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on("data", () => {
        const found = LISTENING_PATTERN.exec(output.stdout);
        if (found) resolve(found[1]!);
      });
      ended.then(
        ({ code, stderr }) => reject(new Error(`serve ended with ${code}\n${stderr}`)),
        reject,
      );
    });
    return {
      url,
      child,
      stdout: () => output.stdout,
      stderr: () => output.stderr,
      ended,
      stop: async () => {
        child.kill("SIGTERM");
        return ended;
      },
    };
  };

  return {
    directory,
    dataDir,
    databaseUrl: dialect === "postgres" ? database.url : `sqlite:${join(dataDir, "debrief.db")}`,
    env,
    run: (args, extraEnv = {}, stdin) =>
      start([...command, ...args], { ...env, ...extraEnv }, stdin).ended,
    runAll: async (...lines) => {
      const commands = lines.map((line) =>
        Array.isArray(line[0]) ? { args: line[0], env: line[1] } : { args: line, env: {} },
      );
      const { ended } = start([process.execPath, COMMAND_LINES, JSON.stringify(commands)], env);
      const { stdout, stderr } = await ended;
      try {
        return JSON.parse(stdout) as ProgramResult[];
      } catch {
        throw new Error(stdout + stderr);
      }
    },
    serve,
    remove: async () => {
      for (const child of running)
        if (child.exitCode === null && child.signalCode === null) {
          const closed = new Promise((resolve) => child.once("close", resolve));
          child.kill("SIGKILL");
          await closed;
        }
      await database.remove();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
