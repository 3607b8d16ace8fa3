import type { Account } from '@overture/contract/accounts';
import { OWN_DOMAIN_DAILY } from '@overture/domain/sending/own-domain-limits';
import type { Ramp } from '@overture/domain/sending/ramps';

/** How a sender's limits grow and are spread, as the form holds it. */
export interface Pace {
  ramp: Ramp;
  natural_rhythm: boolean;
  spreads_weekly_invites: boolean;
  days_off: string[];
  /** As typed; empty for no cap. */
  own_domain_max_messages: number | string;
}

export function paceOf({ ramp, natural_rhythm, spreads_weekly_invites, days_off, own_domain }: Account): Pace {
  return {
    ramp,
    natural_rhythm,
    spreads_weekly_invites,
    days_off,
    own_domain_max_messages: own_domain?.max_messages ?? '',
  };
}

export function isValidPace({ own_domain_max_messages: cap }: Pace): boolean {
  return (
    cap === '' || (Number.isInteger(cap) && Number(cap) >= OWN_DOMAIN_DAILY.min && Number(cap) <= OWN_DOMAIN_DAILY.max)
  );
}

/** What was changed, as it is sent. */
export function changedPace(account: Account, pace: Pace) {
  const before = paceOf(account);
  return {
    ...(pace.ramp === before.ramp ? {} : { ramp: pace.ramp }),
    ...(pace.natural_rhythm === before.natural_rhythm ? {} : { natural_rhythm: pace.natural_rhythm }),
    ...(pace.spreads_weekly_invites === before.spreads_weekly_invites
      ? {}
      : { spreads_weekly_invites: pace.spreads_weekly_invites }),
    ...(pace.days_off.join() === before.days_off.join() ? {} : { days_off: pace.days_off }),
    ...(pace.own_domain_max_messages === before.own_domain_max_messages
      ? {}
      : { own_domain_max_messages: Number(pace.own_domain_max_messages) }),
  };
}
