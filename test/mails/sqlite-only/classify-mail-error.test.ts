import { createServer, type AddressInfo, type Server } from "node:net";
import test from "ava";
import type { SMTPServerOptions } from "smtp-server";
import { createTransport } from "nodemailer";
import { classifyMailError } from "../../../src/base/mail/classify-mail-error.js";
import { startMailServer } from "../../helpers/sign-in/mail-server.js";

/** Sends a mail as the mailer does; returns what became of it. */
const send = async (port: number, secure = false): Promise<string> => {
  try {
    await createTransport({ host: "127.0.0.1", port, secure }).sendMail({
      from: "calls@example.com",
      to: "rep@example.com",
      text: "Your week",
    });
    return "accepted";
  } catch (error) {
    return classifyMailError(error);
  }
};

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return (server.address() as AddressInfo).port;
};

for (const greeting of ["421 too busy", "554 no service here"])
  test(`a server that greets with ${greeting} can't be reached`, async (t) => {
    const server = createServer((socket) => socket.end(`${greeting}\r\n`));
    t.teardown(() => server.close());
    t.is(await send(await listen(server)), "unreachable");
  });

test("a server without TLS on its port can't be reached", async (t) => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end("220 mail.example.com\r\n");
  });
  t.teardown(() => server.close());
  t.is(await send(await listen(server), true), "unreachable");
});

const UNTRUSTED: [name: string, isSecure: boolean, options: SMTPServerOptions][] = [
  ["TLS", true, { secure: true }],
  ["STARTTLS", false, { disabledCommands: [] }],
];
for (const [name, isSecure, options] of UNTRUSTED)
  test(`a server whose certificate isn't trusted can't be reached by ${name}`, async (t) => {
    const mails = await startMailServer(options);
    t.teardown(mails.stop);
    t.is(await send(mails.server.port, isSecure), "unreachable");
    t.is(mails.received.length, 0);
  });

for (const [responseCode, result] of [
  [450, "deferred"],
  [452, "deferred"],
  [550, "refused"],
] as const)
  for (const step of ["onMailFrom", "onRcptTo"] as const)
    test(`${responseCode} at ${step} is ${result}`, async (t) => {
      const mails = await startMailServer({
        [step]: (_address: object, _session: object, done: (error: Error) => void) =>
          done(Object.assign(new Error("no"), { responseCode })),
      });
      t.teardown(mails.stop);
      t.is(await send(mails.server.port), result);
    });

test("a connection that ends after the mail's content leaves it unknown", async (t) => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 mail.example.com\r\n");
    let isContent = false;
    socket.on("data", (data) => {
      if (isContent && data.toString().endsWith("\r\n.\r\n")) socket.destroy();
      else if (!isContent) {
        isContent = data.toString().startsWith("DATA");
        socket.write(isContent ? "354 go on\r\n" : "250 ok\r\n");
      }
    });
  });
  t.teardown(() => server.close());
  t.is(await send(await listen(server)), "unknown");
});
