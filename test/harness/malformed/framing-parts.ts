// Parts of requests whose end is ambiguous or wrong. In Latin-1, one byte per character.

export const BAD_LENGTHS = [
  "-1",
  "+5",
  "0x10",
  "5x",
  "one",
  "",
  "1e3",
  "5.0",
  "99999999999999999999999",
  "18446744073709551616",
  "5, 6",
  "5 5",
  "\u00FF",
];

export const BAD_CHUNKS = [
  "zz\r\n",
  "-1\r\n",
  "FFFFFFFFFFFFFFFFF\r\n",
  "0x5\r\nhello\r\n",
  "5\r\nhello world\r\n",
  " 5\r\nhello\r\n",
  "\r\n5\r\nhello\r\n",
  "5 \u0000\r\nhello\r\n",
  "5\r\nhello0\r\n\r\n",
  "5\rhello\r\n",
];

/** A request hidden behind headers about which two servers may disagree. */
export const SMUGGLED_REQUEST = "GET /v1/smuggled HTTP/1.1\r\nhost: x\r\n\r\n";

export const CONFLICTING_HEADERS: [string, string][][] = [
  [
    ["transfer-encoding", "chunked"],
    ["content-length", "6"],
  ],
  [
    ["content-length", "6"],
    ["transfer-encoding", "chunked"],
  ],
  [
    ["content-length", "6"],
    ["transfer-encoding", "identity"],
  ],
  [
    ["content-length", "6"],
    ["content-length", "0"],
  ],
  [
    ["content-length", "6"],
    ["transfer-encoding", "xchunked"],
  ],
];

export const OBSCURE_ENCODINGS = [
  "transfer-encoding : chunked",
  "transfer-encoding:\u000Bchunked",
  "transfer-encoding:\u0000chunked",
  "transfer-encoding: chunked\u0000",
  " transfer-encoding: chunked",
  "x: y\ntransfer-encoding: chunked",
  "x: y\rtransfer-encoding: chunked",
  "transfer-encoding: chunked\r\ntransfer-encoding: identity",
  "transfer-encoding: identity, chunked",
  "transfer-encoding: chunked, chunked",
  "transfer-encoding: gzip, chunked",
  "transfer-encoding: chunked;q=1",
  'transfer-encoding: "chunked"',
  "transfer-encoding:\r\n chunked",
  "content-length: 6\r\n content-length: 7",
  "content-length:\r\n\t6",
  "content\u0000-length: 6",
  "content-length : 6",
  "connection: close, transfer-encoding\r\ntransfer-encoding: chunked",
];

export const NOISE = [
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00FC\u0003\u0003",
  "SSH-2.0-OpenSSH_9.6\r\n",
  "HTTP/1.1 200 OK\r\n\r\n",
  "GET /\r\n\r\n",
  "*1\r\n$4\r\nPING\r\n",
  "CONNECT debrief.example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n",
  "\u0000".repeat(100),
  "GET / HTTP/1.1\r\nhost: x\r\n\r",
];

export const LIVEZ_REQUEST = "GET /livez HTTP/1.1\r\nhost: x\r\n\r\n";
