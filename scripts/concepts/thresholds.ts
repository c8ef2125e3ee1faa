import type { ConceptId } from "../../src/meaning/concepts/concepts.js";

/** The logits from which concepts count as said: low ones, such that nine in ten of the sentences found are right. Run with --evaluate to check them. */
export const THRESHOLDS: Readonly<Record<ConceptId, number>> = {
  agenda: -0.8,
  decision_makers: -0.4,
  needs: 0.2,
  budget: -0.8,
  options: -1,
  price: -1,
  monthly_payment: -0.8,
  financing: -0.8,
  warranty: -0.8,
  social_proof: -1,
  asks_for_order: -0.6,
  next_step: -1,
  referral: -1,
  price_objection: 0.2,
  partner_objection: -0.4,
  timing_objection: 0.2,
  other_quotes: -0.8,
  discount: 0.4,
  deal_closed: -0.4,
  deal_lost: -0.2,
};
