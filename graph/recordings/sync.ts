import { FieldResolver, Resolver, Root } from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { FeedPage, type Page } from "../arguments/pagination.js";
import { RecordingConnection } from "./connection.js";
import { DeletedRecording, RecordingFeed } from "./feed.js";

/** The list fields that only a list ordered by change fills. */
@Resolver(() => RecordingConnection)
export class RecordingSyncResolver {
  @FieldResolver(() => String, {
    nullable: true,
    description:
      "With `since`: the cursor to continue from, now or at any later time. Null in any other list.",
  })
  syncCursor(@Root() page: Page<RecordingRow> | RecordingFeed): string | null {
    return page instanceof FeedPage ? page.syncCursor : null;
  }

  @FieldResolver(() => [DeletedRecording], {
    nullable: true,
    description:
      "With `since.updated`: the recordings that were erased, regardless of the filter. Null in any other list.",
  })
  deleted(@Root() page: Page<RecordingRow> | RecordingFeed): DeletedRecording[] | null {
    return page instanceof RecordingFeed ? page.deleted : null;
  }
}
