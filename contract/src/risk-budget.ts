import { RISK_REASONS } from '@overture/domain/sending/risk-budget';
import { z } from 'zod';

/** Points that a LinkedIn sender may use in a day over all sorts of action, and why they are not more. */
export const riskBudgetSchema = z.object({
  points: z.number().int(),
  used_today: z.number(),
  /** False: shown only. */
  is_enforced: z.boolean(),
  reasons: z.array(z.enum(RISK_REASONS)),
  stops_invites: z.boolean(),
});
