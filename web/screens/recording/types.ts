import type { RecordingByIdQuery } from "./recording.graphql.js";

export type Recording = NonNullable<RecordingByIdQuery["recording"]>;
