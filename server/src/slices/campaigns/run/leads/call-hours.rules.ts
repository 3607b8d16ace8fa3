import type { Plan } from '@overture/domain/campaign/lead-plan';
import type { LeadHours } from '@overture/domain/sending/lead-hours';
import { resolveCallPlace, type ZoneFacts } from '@overture/domain/zones/lead-zone';

/** A call that is due while the hours of the lead, or of its phone, are closed becomes a person's when it opens: until then the engine watches the clock. */
export function holdCall(plan: Plan, zone_facts: ZoneFacts, hours: LeadHours | undefined, now: Date): Plan {
  if (hours === undefined || plan.next?.lane !== 'person') return plan;
  const until = hours.closedForCall(resolveCallPlace(zone_facts), now);
  return until ? { ...plan, next: { ...plan.next, at: until, lane: 'local', rule: 'lead_zone', until } } : plan;
}
