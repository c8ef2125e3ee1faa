import type { AppointmentByEventIdQuery } from "./appointment.graphql.js";

export type Appointment = NonNullable<AppointmentByEventIdQuery["appointment"]>;
