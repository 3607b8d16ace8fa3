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

/** Credits run low no longer above these: a figure at the edge is not reported each time it moves. */
const OVER = { share_in_percent: 25, days: 6 } as const;

interface Alerts {
  low_share_at: Date | null;
  low_days_at: Date | null;
}

/** Which alerts are due: each once until its reason is over. */
export function decideAlerts(
  before: Alerts,
  { share_left, days_left }: Pick<CreditPace, 'share_left' | 'days_left'>,
  now: Date,
): Alerts & { is_new: ('share' | 'days')[] } {
  const next = (at: Date | null, value: number | null, low: number, over: number): Date | null => {
    if (value !== null && value <= low) return at ?? now;
    return value === null || value > over ? null : at;
  };
  const low_share_at = next(before.low_share_at, share_left, LOW_SHARE_IN_PERCENT, OVER.share_in_percent);
  const low_days_at = next(before.low_days_at, days_left, LOW_DAYS, OVER.days);
  const is_new = [
    ...(low_share_at === now && before.low_share_at === null ? (['share'] as const) : []),
    ...(low_days_at === now && before.low_days_at === null ? (['days'] as const) : []),
  ];
  return { low_share_at, low_days_at, is_new };
}

/** The words of an alert; both reasons that hold are named. */
export function describeAlert(
  credits: number,
  { share_left, days_left, used_in_week }: CreditPace,
): { subject: string; paragraphs: string[] } {
  const left = `${credits.toLocaleString('en')} ${credits === 1 ? 'credit is' : 'credits are'} left`;
  const isShort = days_left !== null && days_left <= LOW_DAYS;
  const lasts = days_left === 0 ? 'less than a day' : days_left === 1 ? '1 day' : `${days_left} days`;
  return {
    subject: isShort ? `Your credits last ${lasts} at this pace` : `${left}, ${share_left}% of the last top-up`,
    paragraphs: [
      `${left}${share_left === null ? '' : `, ${share_left}% of what was there after the last top-up`}.`,
      ...(isShort
        ? [`${used_in_week.toLocaleString('en')} were used in the last seven days. At this pace they last ${lasts}.`]
        : []),
      'Work that needs more credits than are left does not start. Nothing that is running is lost.',
    ],
  };
}
