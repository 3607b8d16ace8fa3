import type { LinkedinAction } from '@overture/domain/linkedin-actions';
import type { LeadFacts } from '@overture/domain/next-move';
import type { Lane } from '@overture/domain/sending/lead-plan';

export interface StepKind {
  /** Null while this installation cannot do it: such a flow cannot be activated. */
  lane: Lane | null;
}

/** What a lead's own row says, and when its campaign's LinkedIn sender was seen connected with it. */
export interface KnownLead {
  email: string | null;
  phone_number: string | null;
  connected_at?: Date | null;
}

export interface ConditionKind {
  is_available: boolean;
  /** What the lead's own data says; null when someone has to look first. */
  readFact(lead: KnownLead): Partial<LeadFacts>;
  /** Where somebody looks who is not the engine itself. */
  lane?: LinkedinAction;
}
