import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../../../bin/debrief.js", import.meta.url));

/** The real program on a SQLite file, with an organization. */
export interface ProgramUnderTest {
  // oxlint-disable-next-line typescript/no-explicit-any
  graphql: (query: string, variables: object) => Promise<any>;
  /** Ingests a call and returns the recording's ID. */
  ingestCall: (callId: string) => Promise<string>;
  /** Returns the peak memory in MiB. */
  readMaxMemory: () => number;
  stop: () => Promise<void>;
}

export const startProgram = async (): Promise<ProgramUnderTest> => {
  mkdirSync("build/hostile", { recursive: true });
  const directory = mkdtempSync(join("build/hostile", "run-"));
  const log = openSync(join(directory, "stderr.log"), "w");
  const child = spawn(process.execPath, [BIN, "serve"], {
    stdio: ["ignore", "pipe", log],
    env: {
      DEBRIEF_DATA_DIR: directory,
      PORT: "0",
      DEBRIEF_ANALYZER: "external",
      DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8",
    },
  });
  let base = "";
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line.startsWith("listening ")) base = line.split(" ").at(-1)!;
    break;
  }
  if (base === "") throw new Error(readFileSync(join(directory, "stderr.log"), "utf8"));
  child.stdout!.resume();
  const first = JSON.parse(readFileSync(join(directory, "first-organization.json"), "utf8"));

  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const response = await fetch(base + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { errors?: unknown };
    if (!response.ok || answer.errors) throw new Error(JSON.stringify(answer));
    // oxlint-disable-next-line typescript/no-explicit-any
    return answer as any;
  };

  return {
    graphql: async (query, variables) =>
      (
        await post(
          "/graphql",
          { authorization: `Bearer ${first.internalToken}` },
          { query, variables },
        )
      ).data,
    ingestCall: async (callId) =>
      (
        await post(
          "/v1/dialer",
          { "x-api-key": first.apiKey },
          {
            call_id: callId,
            user_email: "rep@example.com",
            started_at: "2026-03-02T10:00:00Z",
          },
        )
      ).recording.id,
    readMaxMemory: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024);
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
};
