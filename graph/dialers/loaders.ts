import { loadInboundPayloads } from "../../db/dialers/inbound-calls.js";
import { createOneLoader, MAX_LARGE_KEYS } from "../context/loaders.js";

export const inboundPayloadLoader = createOneLoader(
  loadInboundPayloads,
  (row) => row.id,
  MAX_LARGE_KEYS,
);
