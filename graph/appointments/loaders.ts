import { loadAppointmentsByRecordings } from "../../db/appointments/appointment.js";
import { createOneLoader } from "../context/loaders.js";

export const appointmentOfRecordingLoader = createOneLoader(
  loadAppointmentsByRecordings,
  (row) => row.recordingId,
);
