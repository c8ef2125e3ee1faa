// A webhook receiver: reads the body and answers 200. Prints its port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "content-length": 2 });
    response.end("{}");
  });
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
