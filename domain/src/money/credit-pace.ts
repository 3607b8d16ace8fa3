/** Days of use from which the pace follows. */
export const PACE_DAYS = 7;
/** Credits run low at this share of what was there after they were last added. */
const LOW_SHARE_IN_PERCENT = 20;
/** They also run low when they last this many days at the present pace. */
const LOW_DAYS = 4;

interface CreditUse {
  balance: number;
  /** Right after credits were last added; null if they never were. */
  balance_after_grant: number | null;
  /** Used up within the last `PACE_DAYS` days. */
  used_in_week: number;
}

export interface CreditPace {
  used_in_week: number;
  /** Whole days that the balance lasts at this pace; null while nothing is used. */
  days_left: number | null;
  /** Of what was there after credits were last added, in percent; null if they never were. */
  share_left: number | null;
  is_low: boolean;
}

/** How long credits last, and whether that is little. */
export function resolveCreditPace({ balance, balance_after_grant, used_in_week }: CreditUse): CreditPace {
  const daysLeft = used_in_week > 0 ? Math.floor((Math.max(balance, 0) * PACE_DAYS) / used_in_week) : null;
  const shareLeft =
    balance_after_grant !== null && balance_after_grant > 0
      ? Math.min(100, Math.max(0, Math.round((balance / balance_after_grant) * 100)))
      : null;
  return {
    used_in_week,
    days_left: daysLeft,
    share_left: shareLeft,
    is_low: (shareLeft !== null && shareLeft <= LOW_SHARE_IN_PERCENT) || (daysLeft !== null && daysLeft <= LOW_DAYS),
  };
}
