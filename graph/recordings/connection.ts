import { createConnectionType } from "../arguments/pagination.js";
import { Recording } from "./recording.js";

export const RecordingConnection = createConnectionType("Recording", () => Recording);
