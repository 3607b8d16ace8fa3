import type { Account } from '@overture/contract/accounts';
import { RHYTHM_GAP_IN_SECONDS } from '@overture/domain/sending/day-plan';
import { OWN_DOMAIN_DAILY } from '@overture/domain/sending/own-domain-limits';
import type { Ramp } from '@overture/domain/sending/ramps';

/** How a sender's limits grow and are spread, as the form holds it. */
export interface Pace {
  ramp: Ramp;
  natural_rhythm: boolean;
  /** As typed. */
  rhythm_gap_in_seconds: number | string;
  spreads_weekly_invites: boolean;
  enforces_risk: boolean;
  days_off: string[];
  /** As typed; empty for no cap. */
  own_domain_max_messages: number | string;
}

export function describePace({
  ramp,
  natural_rhythm,
  rhythm_gap_in_seconds,
  spreads_weekly_invites,
  days_off,
  own_domain,
  risk_budget,
}: Account): Pace {
  return {
    ramp,
    natural_rhythm,
    rhythm_gap_in_seconds,
    spreads_weekly_invites,
    enforces_risk: risk_budget?.is_enforced ?? false,
    days_off,
    own_domain_max_messages: own_domain?.max_messages ?? '',
  };
}

export function isValidGap({ rhythm_gap_in_seconds: gap }: Pace): boolean {
  return Number.isInteger(gap) && Number(gap) >= RHYTHM_GAP_IN_SECONDS.min && Number(gap) <= RHYTHM_GAP_IN_SECONDS.max;
}

export function isValidCap({ own_domain_max_messages: cap }: Pace): boolean {
  return (
    cap === '' || (Number.isInteger(cap) && Number(cap) >= OWN_DOMAIN_DAILY.min && Number(cap) <= OWN_DOMAIN_DAILY.max)
  );
}

export function isValidPace(pace: Pace): boolean {
  return isValidCap(pace) && isValidGap(pace);
}

/** What was changed, as it is sent. */
export function changedPace(account: Account, pace: Pace) {
  const before = describePace(account);
  return {
    ...(pace.ramp === before.ramp ? {} : { ramp: pace.ramp }),
    ...(pace.rhythm_gap_in_seconds === before.rhythm_gap_in_seconds
      ? {}
      : { rhythm_gap_in_seconds: Number(pace.rhythm_gap_in_seconds) }),
    ...(pace.natural_rhythm === before.natural_rhythm ? {} : { natural_rhythm: pace.natural_rhythm }),
    ...(pace.spreads_weekly_invites === before.spreads_weekly_invites
      ? {}
      : { spreads_weekly_invites: pace.spreads_weekly_invites }),
    ...(pace.enforces_risk === before.enforces_risk ? {} : { enforces_risk: pace.enforces_risk }),
    ...(pace.days_off.join() === before.days_off.join() ? {} : { days_off: pace.days_off }),
    ...(pace.own_domain_max_messages === before.own_domain_max_messages
      ? {}
      : { own_domain_max_messages: Number(pace.own_domain_max_messages) }),
  };
}
