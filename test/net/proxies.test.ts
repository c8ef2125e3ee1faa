import test from "ava";
import fc from "fast-check";
import { resolveCallerAddress, parseTrustedProxies } from "../../src/http/trusted-proxies.js";

/** Who calls, by the connection's address, the header and the setting. */
const caller = (remoteAddress: string, header?: string, setting?: string): string | undefined =>
  resolveCallerAddress(
    {
      socket: { remoteAddress } as never,
      headers: header === undefined ? {} : { "x-forwarded-for": header },
    },
    setting === undefined ? undefined : parseTrustedProxies(setting),
  );

const PROXY = "10.0.0.2";

test("without proxies the header is not believed", (t) => {
  t.is(caller("203.0.113.7"), "203.0.113.7");
  t.is(caller("203.0.113.7", "198.51.100.1", "0"), "203.0.113.7");
});

test("a header that nothing is said of leaves the caller unknown", (t) => {
  t.is(caller(PROXY, "198.51.100.1"), undefined);
});

test("of a number of proxies the header is read from the right", (t) => {
  t.is(caller(PROXY, "1.1.1.1, 203.0.113.7", "1"), "203.0.113.7");
  t.is(caller(PROXY, "1.1.1.1, 203.0.113.7, 10.0.0.3", "2"), "203.0.113.7");
  t.is(caller(PROXY, "203.0.113.7", "2"), "203.0.113.7");
  t.is(caller(PROXY, undefined, "1"), PROXY);
});

test("of named proxies the first that is none is the caller", (t) => {
  t.is(caller(PROXY, "1.1.1.1, 203.0.113.7, 10.9.9.9", "10.0.0.0/8"), "203.0.113.7");
  t.is(caller("203.0.113.7", "1.1.1.1", "10.0.0.0/8"), "203.0.113.7");
  t.is(caller("2001:db8::1", "203.0.113.7", "2001:db8::1, 10.0.0.2"), "203.0.113.7");
  t.is(caller(PROXY, "10.0.0.3", "10.0.0.0/8"), "10.0.0.3");
});

test("addresses are read in every form that proxies write", (t) => {
  t.is(caller("::ffff:203.0.113.7"), "203.0.113.7");
  t.is(caller("::ffff:10.0.0.2", "203.0.113.7:4711", "10.0.0.2"), "203.0.113.7");
  t.is(caller(PROXY, "[2001:db8::7]:4711", "1"), "2001:db8::7");
  t.is(caller(PROXY, "[2001:db8:0:0::7]", "1"), "2001:db8::7");
  for (const none of ["unknown", "", "203.0.113", "_hidden", "0x7f.1"])
    t.is(caller(PROXY, none, "1"), PROXY);
});

test("whatever a caller writes at the left, it is not taken for another", (t) => {
  fc.assert(
    fc.property(fc.string(), (forged) => {
      t.is(caller(PROXY, `${forged}, 203.0.113.7`, "1"), "203.0.113.7");
      t.is(caller(PROXY, `${forged}, 203.0.113.7`, "10.0.0.0/8"), "203.0.113.7");
    }),
  );
});
