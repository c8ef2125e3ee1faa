import { Field, Int, ObjectType, registerEnumType } from "type-graphql";
import type { EventPlace, NoticeKind } from "./calendar-notices.js";

const NoticeKinds = {
  unreadable: "unreadable",
  guessed: "guessed",
  repaired: "repaired",
  skipped: "skipped",
} as const satisfies Record<NoticeKind, NoticeKind>;
registerEnumType(NoticeKinds, {
  name: "CalendarNoticeKind",
  valuesConfig: {
    unreadable: { description: "The event has no appointment; an earlier one stays." },
    guessed: { description: "The event counts with a value that is probably right." },
    repaired: { description: "The event counts without the invalid part." },
    skipped: { description: "The event doesn't count." },
  },
});

@ObjectType("CalendarEventPlace", { simpleResolvers: true, description: "Where an event is." })
class EventPlaceType implements EventPlace {
  @Field(() => Int, {
    nullable: true,
    description:
      "The line of its BEGIN:VEVENT; the first line is 1. Of a file above 5 MB, only lines in the window count.",
  })
  line!: number | null;

  @Field(() => String, { nullable: true })
  uid!: string | null;

  @Field(() => String, { nullable: true })
  title!: string | null;
}

@ObjectType("CalendarNotice", {
  simpleResolvers: true,
  description: "A reason why a calendar's events were skipped, repaired, guessed or not read.",
})
export class CalendarNoticeType {
  @Field(() => NoticeKinds)
  kind!: NoticeKind;

  @Field(() => String)
  reason!: string;

  @Field(() => Int, { description: "Its events, or the occurrences if they were skipped." })
  count!: number;

  @Field(() => [EventPlaceType], { description: "The first of its events, at most 10." })
  places!: EventPlace[];
}
