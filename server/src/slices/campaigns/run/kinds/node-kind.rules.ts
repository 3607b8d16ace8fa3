import type { Lane } from '@overture/domain/campaign/lead-plan';
import type { LeadFacts } from '@overture/domain/campaign/next-move';
import type { LinkedinAction } from '@overture/domain/linkedin/linkedin-actions';
import type { ContactLookup } from '@overture/domain/money/credits';

export interface StepKind {
  /** Null while this installation cannot do it: such a flow cannot be activated. */
  lane: Lane | null;
}

/** What a lead's own row says, and when its campaign's LinkedIn sender was seen connected with it. */
export interface KnownLead {
  email: string | null;
  phone_number: string | null;
  connected_at?: Date | null;
  /** Look-ups for the lead that have ended; null without any. */
  lookups_ended?: readonly { lookup: ContactLookup; reason: string | null }[] | null;
}

export interface ConditionKind {
  is_available: boolean;
  /** What the lead's own data says; null when someone has to look first. `isLookedFor`: `lookup` has ended for the lead. */
  readFact(lead: KnownLead, isLookedFor: boolean): Partial<LeadFacts>;
  /** What is looked up for a lead that lacks it. */
  lookup?: ContactLookup;
  /** Where somebody looks who is not the engine itself. */
  lane?: LinkedinAction;
}
