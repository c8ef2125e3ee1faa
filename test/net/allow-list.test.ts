import test from "ava";
import { parseAllowList } from "../../src/base/net/allow-list.js";

test("an empty list allows nothing", (t) => {
  for (const text of ["", "  ", ",", " , "]) {
    const allow = parseAllowList(text);
    t.false(allow.hasName("localhost", 80));
    t.false(allow.hasAddress("127.0.0.1", 80));
  }
});

test("a name entry ignores case and a final dot, and may name a port", (t) => {
  const allow = parseAllowList("Hooks.Example.COM., büro.example:8080,intranet");
  t.true(allow.hasName("hooks.example.com", 1));
  t.true(allow.hasName("xn--bro-hoa.example", 8080));
  t.false(allow.hasName("xn--bro-hoa.example", 80));
  t.true(allow.hasName("intranet", 443));
  for (const name of [
    "example.com",
    "a.hooks.example.com",
    "hooks.example.com.evil",
    "",
    "intranet2",
  ])
    t.false(allow.hasName(name, 8080), name);
});

test("an entry may be an address, an address with a port, or a network", (t) => {
  const allow = parseAllowList(
    "10.0.0.0/8, 192.168.1.7:9000, fd00::/64, ::1, [fd01::1]:81, 0x7f.1",
  );
  t.true(allow.hasAddress("10.255.0.1", 80));
  t.false(allow.hasAddress("11.0.0.0", 80));
  t.true(allow.hasAddress("192.168.1.7", 9000));
  t.false(allow.hasAddress("192.168.1.7", 9001));
  t.false(allow.hasAddress("192.168.1.8", 9000));
  t.true(allow.hasAddress("fd00::ffff", 1));
  t.false(allow.hasAddress("fd00:0:0:1::", 1));
  t.true(allow.hasAddress("0:0:0:0:0:0:0:1", 1));
  t.true(allow.hasAddress("fd01::1", 81));
  t.false(allow.hasAddress("fd01::1", 82));
  t.true(allow.hasAddress("127.0.0.1", 5));
  t.false(allow.hasAddress("::ffff:10.0.0.1", 80), "another family");
  t.false(allow.hasAddress("10.0.0.1%eth0", 80));
});

test("the error of an invalid entry names it", (t) => {
  const hosts = [
    "*.example.com",
    "exa mple",
    "a/b",
    "user@host",
    "http://host",
    "[::1",
    "::1]",
    "a#b",
  ];
  const ports = [
    "host:",
    "host:0",
    "host:65536",
    "host:x",
    "host:80:81",
    ":80",
    "[::1]:0",
    "[::1]80",
  ];
  const networks = [
    "10.0.0.0/33",
    "::/129",
    "10.0.0/8",
    "10.0.0.0/",
    "host/8",
    "010.0.0.0/8",
    "fe80::%1/10",
  ];
  const addresses = ["1.2.3.256", "[127.0.0.1]", "[fe80::1%eth0]"];
  for (const entry of [...hosts, ...ports, ...networks, ...addresses]) {
    const error = t.throws(() => parseAllowList(`10.0.0.0/8,${entry} ,host`), undefined, entry);
    t.true(error?.message.startsWith(`"${entry}" is neither `), error?.message);
  }
});
