import type { Delivery } from "./world.js";

/** Empties a delivery's body, and cancels it if it is pending. */
export const erasePayload = (delivery: Delivery): void => {
  delivery.payload = "";
  if (delivery.status === "pending")
    Object.assign(delivery, { status: "failed", error: "deleted" });
};
