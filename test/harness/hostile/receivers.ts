import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as TcpServer,
} from "node:net";
import { gzipSync } from "node:zlib";
import { VALID_CERTIFICATE, CERTIFICATE_KEY } from "../../helpers/net/certificates.js";

const GIGABYTE = 1024 ** 3;
const MIB = Buffer.alloc(1024 ** 2, "x");

export interface HostileReceiver {
  /** The webhook's ID. */
  id: string;
  kind: string;
  url: string;
}

/** A well-behaved receiver: when each event arrived, by webhook-id. */
export interface GoodReceiver extends HostileReceiver {
  arrivals: Map<string, number>;
  /** How many events arrived again. */
  repeated: number;
}

const servers = new Set<TcpServer>();

const listen = async (server: TcpServer, scheme: string, host = "127.0.0.1"): Promise<string> => {
  servers.add(server);
  server.on("error", () => {}).listen(0, host);
  await new Promise((resolve) => server.once("listening", resolve));
  return `${scheme}://${host}:${(server.address() as AddressInfo).port}/hook`;
};

export const closeReceivers = (): void => {
  for (const server of servers) {
    server.close();
    if ("closeAllConnections" in server) (server as Server).closeAllConnections();
  }
};

export const startGoodReceiver = async (): Promise<GoodReceiver> => {
  const good: GoodReceiver = { id: "", kind: "good", url: "", arrivals: new Map(), repeated: 0 };
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const id = String(request.headers["webhook-id"]);
      if (good.arrivals.has(id)) good.repeated += 1;
      else good.arrivals.set(id, Date.now());
      response.end("{}");
    });
  });
  good.url = await listen(server, "http");
  return good;
};

/** The target of redirects, on its own address. */
export const startRedirectTrap = async (): Promise<{ url: string; contacts: () => number }> => {
  let contacts = 0;
  const server = createTcpServer((socket) => {
    contacts += 1;
    socket.destroy();
  });
  return { url: await listen(server, "http", "127.0.0.2"), contacts: () => contacts };
};

const createWebStarter = (listener: RequestListener) => async (): Promise<string> =>
  listen(createServer(listener), "http");

/** Builds 1 MB that decompresses to 1 GB. */
const buildGzipBomb = (): Buffer => {
  const piece = gzipSync(Buffer.alloc(16 * 1024 ** 2));
  return Buffer.concat(Array.from({ length: 64 }, () => piece));
};

/** The kinds of hostile receivers; each function starts one and returns its URL. */
export const buildHostileReceivers = (trap: string): Record<string, () => Promise<string>> => {
  const zipped = buildGzipBomb();
  return {
    "hangs without reading": async () =>
      listen(
        createTcpServer({ pauseOnConnect: true }, (socket) => void socket.on("error", () => {})),
        "http",
      ),
    "sends one byte per second": createWebStarter((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write("x"), 1000);
      response.on("close", () => clearInterval(timer));
    }),
    "responds with a gigabyte": createWebStarter((_request, response) => {
      response.writeHead(200, { "content-length": GIGABYTE });
      let left = GIGABYTE / MIB.length;
      const sendPart = (): void => {
        let isTaken = true;
        for (; left > 0 && isTaken; left -= 1) isTaken = response.write(MIB);
        if (left === 0) response.end();
      };
      response.on("drain", sendPart);
      sendPart();
    }),
    "responds with a gzip bomb": createWebStarter((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(zipped);
    }),
    "resets the connection": async () =>
      listen(
        createTcpServer((socket) => {
          socket.on("error", () => {}).on("data", () => socket.resetAndDestroy());
        }),
        "http",
      ),
    "has an unresolvable name": async () => "https://dead.invalid/",
    "redirects with 301": createWebStarter((_request, response) =>
      response.writeHead(301, { location: trap }).end(),
    ),
    "redirects with 307": createWebStarter((_request, response) =>
      response.writeHead(307, { location: trap }).end(),
    ),
    "has a wrong certificate": async () =>
      listen(createTlsServer({ key: CERTIFICATE_KEY, cert: VALID_CERTIFICATE }), "https"),
  };
};
