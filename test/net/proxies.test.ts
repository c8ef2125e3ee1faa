import test from "ava";
import fc from "fast-check";
import { resolveCallerAddress, parseTrustedProxies } from "../../src/base/net/trusted-proxies.js";

/** Resolves the caller's address from the connection, the header and the setting. */
const resolveCaller = (
  remoteAddress: string,
  header?: string,
  setting?: string,
): string | undefined =>
  resolveCallerAddress(
    {
      socket: { remoteAddress } as never,
      headers: header === undefined ? {} : { "x-forwarded-for": header },
    },
    setting === undefined ? undefined : parseTrustedProxies(setting),
  );

const PROXY = "10.0.0.2";

test("without trusted proxies, X-Forwarded-For is ignored", (t) => {
  t.is(resolveCaller("203.0.113.7"), "203.0.113.7");
  t.is(resolveCaller("203.0.113.7", "198.51.100.1", "0"), "203.0.113.7");
});

test("X-Forwarded-For without the setting makes the caller unknown", (t) => {
  t.is(resolveCaller(PROXY, "198.51.100.1"), undefined);
});

test("with a number of proxies, the caller is counted from the right", (t) => {
  t.is(resolveCaller(PROXY, "1.1.1.1, 203.0.113.7", "1"), "203.0.113.7");
  t.is(resolveCaller(PROXY, "1.1.1.1, 203.0.113.7, 10.0.0.3", "2"), "203.0.113.7");
  t.is(resolveCaller(PROXY, "203.0.113.7", "2"), "203.0.113.7");
  t.is(resolveCaller(PROXY, undefined, "1"), PROXY);
});

test("with named proxies, the last address that isn't a proxy is the caller", (t) => {
  t.is(resolveCaller(PROXY, "1.1.1.1, 203.0.113.7, 10.9.9.9", "10.0.0.0/8"), "203.0.113.7");
  t.is(resolveCaller("203.0.113.7", "1.1.1.1", "10.0.0.0/8"), "203.0.113.7");
  t.is(resolveCaller("2001:db8::1", "203.0.113.7", "2001:db8::1, 10.0.0.2"), "203.0.113.7");
  t.is(resolveCaller(PROXY, "10.0.0.3", "10.0.0.0/8"), "10.0.0.3");
});

test("addresses are accepted in every form that proxies write", (t) => {
  t.is(resolveCaller("::ffff:203.0.113.7"), "203.0.113.7");
  t.is(resolveCaller("::ffff:10.0.0.2", "203.0.113.7:4711", "10.0.0.2"), "203.0.113.7");
  t.is(resolveCaller(PROXY, "[2001:db8::7]:4711", "1"), "2001:db8::7");
  t.is(resolveCaller(PROXY, "[2001:db8:0:0::7]", "1"), "2001:db8::7");
  for (const invalid of ["unknown", "", "203.0.113", "_hidden", "0x7f.1"])
    t.is(resolveCaller(PROXY, invalid, "1"), PROXY);
});

test("forged addresses on the left never change the caller", (t) => {
  fc.assert(
    fc.property(fc.string(), (forged) => {
      t.is(resolveCaller(PROXY, `${forged}, 203.0.113.7`, "1"), "203.0.113.7");
      t.is(resolveCaller(PROXY, `${forged}, 203.0.113.7`, "10.0.0.0/8"), "203.0.113.7");
    }),
  );
});
