import { createConnectionType } from "../core/pagination.js";
import { Recording } from "./recording.js";

export const RecordingConnection = createConnectionType("Recording", () => Recording);
