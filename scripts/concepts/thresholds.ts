import type { ConceptId } from "../../src/meaning/concepts/concepts.js";

/** The logits from which concepts count as said, such that at least nine in ten are. Run with --evaluate to check them. */
export const THRESHOLDS: Readonly<Record<ConceptId, number>> = {
  agenda: -0.8,
  decision_makers: -0.6,
  needs: -0.6,
  budget: -0.8,
  options: -0.8,
  price: -0.6,
  monthly_payment: -0.8,
  financing: -0.8,
  warranty: -0.8,
  social_proof: -0.6,
  asks_for_order: -0.6,
  next_step: -0.8,
  referral: -0.8,
  price_objection: -0.8,
  partner_objection: -0.6,
  timing_objection: -0.8,
  other_quotes: -0.8,
  discount: -0.8,
  deal_closed: -0.8,
  deal_lost: -0.6,
};
