import type { LeadFacts } from '@overture/domain/next-move';

/** Who carries a node out: the sending engine, the engine itself, or a person. */
export type Lane = 'email' | 'local' | 'person';

export interface StepKind {
  /** Null while this installation cannot do it: such a flow cannot be activated. */
  lane: Lane | null;
}

export interface ConditionKind {
  is_available: boolean;
  /** What the lead's own data says; null when someone has to look first. */
  readFact(lead: { email: string | null; phone_number: string | null }): Partial<LeadFacts>;
}
