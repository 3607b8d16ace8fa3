import type { Diagnosis as WireDiagnosis } from '@overture/contract/diagnosis';
import type { Cause, Diagnosis } from '@overture/domain/diagnosis/causes';

/** A diagnosis as the wire shows it. */
export function presentDiagnosis({ state, cause, others }: Diagnosis, now: Date): { diagnosis: WireDiagnosis } {
  const present = (one: Cause) => ({ ...one, until: one.until?.toISOString() ?? null });
  return { diagnosis: { state, checked_at: now.toISOString(), cause: present(cause), others: others.map(present) } };
}
