import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findFreePort } from "../helpers/net/free-port.js";

export const hasRadicale = spawnSync("radicale", ["--version"]).status === 0;

const LOGIN = "rep:a secret";

/** A CalDAV server with one calendar. */
export interface Radicale {
  /** The address of the calendar, with its login. */
  url: string;
  /** Stores an event, as a calendar program does. */
  put: (uid: string, lines: readonly string[]) => Promise<void>;
  remove: (uid: string) => Promise<void>;
  stop: () => Promise<void>;
}

const waitUntilServed = async (origin: string): Promise<void> => {
  while (!(await fetch(origin).catch(() => undefined))) await setTimeout(50);
};

/** Starts Radicale, a real CalDAV server, with an empty calendar. */
export const startRadicale = async (): Promise<Radicale> => {
  const folder = mkdtempSync(join(tmpdir(), "debrief-radicale-"));
  const users = join(folder, "users");
  writeFileSync(users, `${LOGIN}\n`);
  const port = await findFreePort();
  const config = join(folder, "config");
  writeFileSync(
    config,
    `[server]\nhosts = 127.0.0.1:${port}\n[auth]\ntype = htpasswd\nhtpasswd_filename = ${users}\n` +
      `htpasswd_encryption = plain\n[rights]\ntype = owner_only\n[storage]\nfilesystem_folder = ${folder}/storage\n`,
  );
  const child = spawn("radicale", ["--config", config], { stdio: "ignore" });
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilServed(origin);
  const calendar = `${origin}/rep/calendar/`;
  const send = async (method: string, url: string, body?: string): Promise<void> => {
    const headers = {
      authorization: `Basic ${Buffer.from(LOGIN).toString("base64")}`,
      "content-type": "text/calendar",
    };
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
    if (!response.ok) throw new Error(`${method} ${url}: ${response.status}`);
  };
  await send("MKCALENDAR", calendar);
  return {
    url: calendar.replace("http://", `http://${encodeURI(LOGIN)}@`),
    put: async (uid, lines) =>
      send(
        "PUT",
        `${calendar}${uid}.ics`,
        ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test", ...lines, "END:VCALENDAR", ""].join(
          "\r\n",
        ),
      ),
    remove: async (uid) => send("DELETE", `${calendar}${uid}.ics`),
    stop: async () => {
      child.kill();
      await once(child, "exit");
      rmSync(folder, { recursive: true });
    },
  };
};
