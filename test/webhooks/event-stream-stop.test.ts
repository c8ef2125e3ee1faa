import "reflect-metadata";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import Koa from "koa";
import { createEventStream } from "../../src/api/event-stream/index.js";
import { test } from "../helpers/suite.js";

const SYNC = `mutation ($id: ID!) { syncRecording(recordingId: $id) { id } }`;

test("an unread stream ends as soon as the server stops", async (t) => {
  const { server, org } = t.context;
  const id = await org.createProcessed({}, { notes: "n".repeat(90_000) });
  const { body } = await org.get("/v1/events");
  // More than the system buffers for a connection.
  for (let count = 0; count < 150; count += 1) await org.graphql(SYNC, { id });
  const events = createEventStream(server.services);
  const app = new Koa();
  app.on("error", () => {});
  const http = app.use(events.middleware).listen(0, "127.0.0.1");
  t.teardown(() => http.close());
  await once(http, "listening");
  const answered = once(http, "request") as Promise<[unknown, ServerResponse]>;
  const socket = connect((http.address() as AddressInfo).port, "127.0.0.1").pause();
  t.teardown(() => socket.destroy());
  socket.write(
    `GET /v1/events/stream?startAfter=${body.syncCursor} HTTP/1.1\r\nhost: x\r\nx-api-key: ${org.apiKey}\r\n\r\n`,
  );
  const [, response] = await answered;
  while (!response.writableNeedDrain) await org.get("/v1/users");
  const closed = once(response, "close");
  events.stop();
  await closed;
  t.false(response.writableFinished);
});
