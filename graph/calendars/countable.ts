import type { IsColleague } from "./colleagues.js";
import type { Occurrence, Person } from "./occurrence.js";

/** What calendars write before the title of a cancelled event, in the languages of Outlook and Google. */
const CANCELLED = `(?:${[
  "cancell?ed|cancell?ation|abgesagt|abgebrochen|storniert|annul[ée]e?|cancelad[oa]|anulad[oa]|annullat[oa]",
  "cancellat[oa]|geannuleerd|afgelast|odwołan[eoya]|anulowan[eoya]|inställ[dt]|avbokad|aflyst|avlyst|peruutettu",
  "peruttu|zrušeno|zrušené|törölve|lemondva|отменено|скасовано|ακυρώθηκε|iptal(?: edildi)?|anulat[ă]?",
  "キャンセル済み|キャンセル|中止|已取消|취소됨|취소",
].join("|")})`;
/** "Canceled: Visit", "[Cancelled] Visit", "Visit (cancelled)", "Visit - CANCELLED". */
const CANCELLED_TITLE = new RegExp(
  `^\\W*${CANCELLED}\\s*(?:[:：\\]）)]|[-–—]\\s|$)|[[(（–—-]\\s*${CANCELLED}\\s*[\\])）]?\\s*$`,
  "iu",
);

/** Returns the people of an event that aren't colleagues. A customer may have sent the invitation. */
export const listGuests = (
  { organizer, attendees, declined }: Occurrence,
  isColleague: IsColleague,
): Person[] =>
  [...attendees, ...(organizer && !declined.includes(organizer.email) ? [organizer] : [])].filter(
    ({ email }) => !isColleague(email),
  );

/** Returns why an occurrence isn't a visit; undefined if it is one. `ownerEmail`: the calendar's user. */
export const findVisitProblem = (
  occurrence: Occurrence,
  ownerEmail: string | undefined,
  isColleague: IsColleague,
): string | undefined => {
  if (CANCELLED_TITLE.test(occurrence.title ?? "")) return "cancelled by its title";
  if (ownerEmail !== undefined && occurrence.declined.includes(ownerEmail.toLowerCase()))
    return "declined by the calendar's user";
  if (occurrence.isTransparent) return "free: it blocks no time";
  if (listGuests(occurrence, isColleague).length === 0)
    return "no guest from outside the organization";
  return undefined;
};
