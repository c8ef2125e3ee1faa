import test from "ava";
import { getCountries, getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { parsePhone } from "../../graph/people/phone.js";

test("a number with a country code and no plus is read in every country", async (t) => {
  for (const country of getCountries()) {
    const example = getExampleNumber(country, examples);
    if (!example) continue;
    const { number } = example;
    for (const text of [
      number,
      number.slice(1),
      example.nationalNumber,
      example.formatNational(),
      example.formatInternational(),
      example.formatInternational().slice(1),
      `sip:${number}@pbx.example.com`,
    ])
      t.is(await parsePhone(text, country), number, `${country} ${text}`);
  }
});

test("fixed lines with a country code and no plus", async (t) => {
  for (const [country, text, number] of [
    ["DE", "4915199887766", "+4915199887766"],
    ["DE", "015199887766", "+4915199887766"],
    ["DE", "496128966000", "+496128966000"],
    ["DE", "493012345678", "+493012345678"],
    ["DE", "04961 28966", "+49496128966"],
    ["ID", "62812345678", "+62812345678"],
    ["XK", "38343201234", "+38343201234"],
    ["US", "12025550142", "+12025550142"],
    ["US", "2025550142", "+12025550142"],
    ["IT", "390612345678", "+390612345678"],
    ["IT", "0612345678", "+390612345678"],
    ["IT", "3931234567", "+393931234567"],
    ["FR", "33123456789", "+33123456789"],
    ["GB", "442079460123", "+442079460123"],
    ["BR", "55999991234", "+5555999991234"],
    ["BR", "5555999991234", "+5555999991234"],
    ["IN", "9123456789", "+919123456789"],
    ["RU", "84951234567", "+74951234567"],
    ["RU", "74951234567", "+74951234567"],
    ["CN", "861012345678", "+861012345678"],
    // Another country's number, where the own country has none of this form.
    ["US", "442079460123", "+442079460123"],
    ["US", "4915199887766", "+4915199887766"],
  ] as const)
    t.is(await parsePhone(text, country), number, `${country} ${text}`);
  t.is(await parsePhone("4915199887766", null), undefined);
});

test("old mobiles of Mexico and Argentina are today's", async (t) => {
  for (const text of [
    "+5215512345678",
    "5215512345678",
    "0445512345678",
    "045 55 1234 5678",
    "01 55 1234 5678",
    "+52 044 55 1234 5678",
    "00 52 1 55 1234 5678",
    "55 1234 5678",
    "525512345678",
  ])
    t.is(await parsePhone(text, "MX"), "+525512345678", text);
  t.is(await parsePhone("+52 1 55 1234 5678", null), "+525512345678");
  t.is(await parsePhone("5215512345678", "US"), "+525512345678");
  for (const text of [
    "+5491123456789",
    "5491123456789",
    "+54 11 15 2345 6789",
    "541115 23456789",
    "011 15 2345-6789",
    "(011) 15-2345-6789",
    "11 15 2345 6789",
    "9 11 2345 6789",
    "+54 9 11 15 2345 6789",
  ])
    t.is(await parsePhone(text, "AR"), "+5491123456789", text);
});

test("a SIP address has the number of its user", async (t) => {
  for (const text of [
    "sip:+4930123456@pbx.example.com",
    "sips:+4930123456@pbx.example.com:5061;transport=tls",
    "SIP:+4930123456",
    "<sip:+4930123456@192.0.2.1;user=phone>",
    '"Kim Lee" <sip:030123456@pbx.example.com>;tag=1',
    "Kim <sip:4930123456@pbx.example.com>",
    "<tel:030123456>",
    "sip:%2B4930123456@pbx.example.com",
    "sip:+49-30-123456;phone-context=example.com@pbx.example.com;user=phone",
    "sip:+4930123456:secret@pbx.example.com",
    "tel:+49-30-123456;phone-context=example.com",
    "tel:30123456;phone-context=+49",
  ])
    t.is(await parsePhone(text, "DE"), "+4930123456", text);
  for (const text of [
    "sip:kim@pbx.example.com",
    "sip:@x",
    "sip:",
    "sip:204@pbx.example.com",
    "tel:+49-30-123456;ext=12",
  ])
    t.is(await parsePhone(text, "DE"), undefined, text);
});
