import type { Plan } from '@overture/domain/campaign/lead-plan';
import type { LeadHours } from '@overture/domain/sending/lead-hours';
import { resolveLeadZone, type ZoneFacts } from '@overture/domain/zones/lead-zone';

/** A call that is due while the lead's zone is closed becomes a person's when it opens: until then the engine watches the clock. */
export function holdCall(plan: Plan, zone_facts: ZoneFacts, hours: LeadHours | undefined, now: Date): Plan {
  if (hours === undefined || plan.next?.lane !== 'person') return plan;
  const until = hours.closedUntil(resolveLeadZone(zone_facts)?.zone ?? null, now);
  return until ? { ...plan, next: { ...plan.next, at: until, lane: 'local', rule: 'lead_zone', until } } : plan;
}
