import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export const hasAsterisk = spawnSync("asterisk", ["-V"]).status === 0;

const MODULES = `
  app_dial app_mixmonitor app_playback app_stack app_verbose bridge_simple format_pcm format_sln format_wav
  func_callerid func_channel func_curl func_logic func_strings func_uri pbx_config res_clioriginate res_curl
  res_timing_timerfd
`;

/** A phone that answers and speaks, one that only rings, and a customer who says nothing but is hostile. */
const DIALPLAN = `
[from-trunk]
exten => 1,1,Set(CALLERID(num)=+12025550142\`touch $CANARY\`)
 same => n,Dial(Local/204@phones/n&Local/205@phones/n,30,U(debrief^in^\${CALLERID(num)}))
exten => 2,1,Set(CALLERID(num)=+12025550142)
 same => n,Dial(Local/204@phones/n&Local/205@phones/n,30,U(debrief-cdr^in^\${CALLERID(num)}))
[internal]
exten => _X.,1,Gosub(debrief,s,1(out,\${EXTEN}))
 same => n,Dial(Local/\${EXTEN}@customers/n,30)
[phones]
exten => 204,1,Wait(0.5)
 same => n(speak),Answer()
 same => n,Playback(FOLDER/rep)
 same => n,Hangup()
exten => 205,1,Wait(60)
[customers]
exten => _X.,1,Answer()
 same => n,Wait(60)
exten => s,1,Answer()
 same => n,Wait(60)
#include "debrief.conf"
#include "debrief-cdr.conf"
`;

/** A second and a half of a loud tone: 8,000 samples per second, 16 bits. */
const TONE = Int16Array.from({ length: 12_000 }, (_, at) => 8_000 * Math.sin(at / 3));

const readExample = (name: string): string => readFileSync(`examples/asterisk/${name}`, "utf8");

/** Starts an Asterisk with the examples' dialplan, which sends calls to a server. */
export const startAsterisk = async (server: {
  url: string;
  dialerUrl: string;
  apiKey: string;
}): Promise<{
  command: (text: string) => Promise<void>;
  /** Returns whether a shell has run what the caller sent as a number. */
  hasRunCallerId: () => boolean;
  stop: () => Promise<void>;
}> => {
  const folder = mkdtempSync(join(tmpdir(), "debrief-asterisk-"));
  const write = (name: string, text: string | Buffer) => writeFileSync(join(folder, name), text);
  const directories = ["run", "spool", "log", "db", "keys"];
  for (const name of [...directories, "spool/monitor"])
    mkdirSync(join(folder, name), { recursive: true });
  const names = ["astrundir", "astspooldir", "astlogdir", "astdbdir", "astkeydir"];
  const lines = names.map((name, at) => `${name} => ${join(folder, directories[at]!)}\n`);
  const conf = join(folder, "asterisk.conf");
  write("asterisk.conf", `[directories]\nastetcdir => ${folder}\n${lines.join("")}`);
  write(
    "modules.conf",
    `[modules]\nautoload=no\n${MODULES.trim().replaceAll(/(\w+)\s*/g, "load=$1.so\n")}`,
  );
  write("extensions.conf", DIALPLAN.replace("FOLDER", folder));
  write(
    "debrief.conf",
    readExample("debrief.conf").replace(
      "/usr/local/bin/debrief-upload",
      resolve("examples/asterisk/debrief-upload"),
    ),
  );
  write(
    "debrief-cdr.conf",
    readExample("debrief-cdr.conf").replace(
      "https://debrief.example.com/v1/dialer/TOKEN",
      server.dialerUrl,
    ),
  );
  write("upload.conf", `DEBRIEF_URL=${server.url}\nDEBRIEF_API_KEY=${server.apiKey}\n`);
  write("rep.sln", Buffer.from(TONE.buffer));
  const canary = join(folder, "canary");
  const env = { ...process.env, DEBRIEF_UPLOAD_CONF: join(folder, "upload.conf"), CANARY: canary };
  const asterisk = spawn("asterisk", ["-C", conf, "-f"], { env, stdio: "ignore" });
  const ended = once(asterisk, "exit");
  const command = async (text: string): Promise<void> => {
    const { stdout } = await run("asterisk", ["-C", conf, "-rx", text]);
    if (stdout.includes("No such command")) throw new Error(stdout);
  };
  const stop = async (): Promise<void> => {
    asterisk.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  for (let tries = 0; ; tries += 1)
    try {
      await command("core waitfullybooted");
      return { command, hasRunCallerId: () => existsSync(canary), stop };
    } catch (error) {
      if (tries === 100 || asterisk.exitCode !== null) {
        await stop();
        throw error;
      }
      await new Promise((done) => setTimeout(done, 100));
    }
};
