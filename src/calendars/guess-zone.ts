import { findExactZone, findIanaZone, findOffsetZone } from "./named-zones.js";
import type { Zone } from "./zones.js";

/** Abbreviations name a region's zone: programs write PST in summer, too. */
const ABBREVIATIONS: Record<string, string> = {
  PST: "America/Los_Angeles",
  PDT: "America/Los_Angeles",
  PT: "America/Los_Angeles",
  MDT: "America/Denver",
  MT: "America/Denver",
  CST: "America/Chicago",
  CDT: "America/Chicago",
  CT: "America/Chicago",
  EDT: "America/New_York",
  ET: "America/New_York",
  AST: "America/Halifax",
  ADT: "America/Halifax",
  NST: "America/St_Johns",
  NDT: "America/St_Johns",
  AKST: "America/Anchorage",
  AKDT: "America/Anchorage",
  BST: "Europe/London",
  CEST: "Europe/Berlin",
  MEZ: "Europe/Berlin",
  MESZ: "Europe/Berlin",
  WEST: "Europe/Lisbon",
  EEST: "Europe/Athens",
  MSK: "Europe/Moscow",
  IST: "Asia/Kolkata",
  SGT: "Asia/Singapore",
  HKT: "Asia/Hong_Kong",
  JST: "Asia/Tokyo",
  KST: "Asia/Seoul",
  AWST: "Australia/Perth",
  ACST: "Australia/Adelaide",
  ACDT: "Australia/Adelaide",
  AEST: "Australia/Sydney",
  AEDT: "Australia/Sydney",
  NZST: "Pacific/Auckland",
  NZDT: "Pacific/Auckland",
  SAST: "Africa/Johannesburg",
  BRT: "America/Sao_Paulo",
};

const findAbbreviated = (text: string): Zone | undefined => {
  const name = text.trim().toUpperCase();
  return Object.hasOwn(ABBREVIATIONS, name) ? findIanaZone(ABBREVIATIONS[name]!) : undefined;
};

/** Areas whose time has no zone of that name. */
const AREAS: Record<string, string> = {
  british: "Europe/London",
  "greenwich mean": "Europe/London",
  "western european": "Europe/Lisbon",
  "central european": "Europe/Berlin",
  "eastern european": "Europe/Athens",
};

const REGIONS = [
  "Europe",
  "America",
  "Asia",
  "Australia",
  "Africa",
  "Pacific",
  "Atlantic",
  "US",
  "Canada",
];

/** Finds the zone of a city: the last part of an IANA name, with spaces for underscores. */
const findCityZone = (city: string): Zone | undefined => {
  const name = city.trim().replaceAll(/[\s.]+/g, "_");
  if (!/^[a-z_-]{3,40}$/i.test(name)) return undefined;
  for (const region of REGIONS) {
    const zone = findIanaZone(`${region}/${name}`);
    if (zone) return zone;
  }
  return undefined;
};

/** Finds the zone of a label such as "Eastern Time (US & Canada)" or "Amsterdam, Berlin, Bern, Rome". */
const findLabelZone = (label: string): Zone | undefined => {
  const [, area, country] =
    /^([\w ]+?) (?:standard |daylight |summer )?time\b\s*(.*)$/i.exec(label) ?? [];
  if (area !== undefined) {
    const isCanadian = /canada/i.test(country ?? "") && !/us/i.test(country ?? "");
    const zone =
      findIanaZone(`${isCanadian ? "Canada" : "US"}/${area}`) ??
      findIanaZone(AREAS[area.toLowerCase()] ?? area) ??
      findExactZone(`${area} Standard Time`);
    if (zone) return zone;
  }
  const named = findExactZone(`${label} Standard Time`);
  if (named) return named;
  for (const part of label.split(/[,/;&]/)) {
    const zone = findExactZone(part) ?? findAbbreviated(part) ?? findCityZone(part);
    if (zone) return zone;
  }
  return undefined;
};

/** "(UTC-05:00) Eastern Time (US & Canada)": an offset in winter, then a label. */
const LABELLED = /^\(?\s*(?:UTC|GMT)?\s*([+-]\d{1,2}(?::?\d\d)?)?\s*\)\s*(.+)$/i;

const findByParts = (text: string): Zone | undefined => {
  const [, offset, label] = LABELLED.exec(text) ?? [];
  if (label === undefined) return findLabelZone(text);
  return (
    findExactZone(label) ??
    findLabelZone(label) ??
    (offset === undefined ? undefined : findOffsetZone(offset))
  );
};

/** What programs append to a zone's name to tell its copies apart. */
const SUFFIX =
  /(?:[\s_-]*(?:\(\d+\)|\d+)|\s*\((?:standard|daylight|dst)\)|\/standard|\/daylight)$/i;

/**
 * Returns the zone that a name most likely means: without a suffix, by an abbreviation, by the label that Windows shows,
 * or by a city. Undefined if the name means nothing.
 */
export const guessZone = (name: string): Zone | undefined => {
  const text = name.trim().replaceAll(/\s+/g, " ");
  // "GMT -0500 (Standard) / GMT -0400 (Daylight)" without a definition: the offset in winter.
  const [, offset] = /^(?:GMT|UTC)\s*([+-]\d{1,2}(?::?\d\d)?)\b./i.exec(text) ?? [];
  if (offset !== undefined) return findOffsetZone(offset);
  const shorter = text.replace(SUFFIX, "").replaceAll(/\s*\/\s*/g, "/");
  for (const candidate of new Set([text, shorter, shorter.replaceAll(" ", "_")])) {
    const zone =
      (candidate === text ? undefined : findExactZone(candidate)) ??
      findAbbreviated(candidate) ??
      findByParts(candidate);
    if (zone) return zone;
  }
  return undefined;
};
