import { isHoliday } from './holidays.ts';
import {
  localDay,
  nextLocalDay,
  nextWindowOpening,
  parseHours,
  type SendingHours,
  windowClosing,
} from './sending-window.ts';
import type { WaitingRule } from './waiting-rules.ts';
import { holidaysOf, type Schedule } from './working-days.ts';

/** A window open on one weekday may meet holidays for weeks; for a year it does not. */
const MOST_HOLIDAYS_IN_A_ROW = 60;

/** A lane is looked at again after this long even if nothing rang for it. */
export const SAFETY_POLL_IN_MS = 15 * 60_000;

export interface CampaignCalendar {
  version: number;
  zone: string;
  opens_at: Date;
  closes_at: Date;
}

/** The sending window that is open now or opens next, as two instants of UTC: that is what the dispatch compares with. */
export function computeCalendar(
  campaign: Pick<Schedule, 'timezone' | 'sending_window' | 'windows'> & {
    version: number;
    skips_holidays?: boolean;
    holiday_calendar?: string | null;
  },
  now: Date,
): CampaignCalendar {
  const { version, timezone: zone } = campaign;
  const window = parseHours(campaign);
  const { skips_holidays = false, holiday_calendar = null } = campaign;
  const holidays = holidaysOf({ timezone: zone, skips_holidays, holiday_calendar });
  const opens_at = nextOpening(now, window, zone, holidays);
  // A window without end (every day, all day) is looked at again in a day.
  const closing = windowClosing(opens_at, window, zone) ?? new Date(opens_at.getTime() + 86_400_000);
  // A holiday that begins within the window closes it.
  const midnight = holidays === null ? closing : nextLocalDay(opens_at, zone);
  return { version, zone, opens_at, closes_at: midnight < closing ? midnight : closing };
}

function nextOpening(now: Date, window: SendingHours, zone: string, holidays: string | null): Date {
  let at = nextWindowOpening(now, window, zone);
  for (let looked = 0; looked < MOST_HOLIDAYS_IN_A_ROW && isHoliday(localDay(at, zone), holidays); looked += 1) {
    at = nextWindowOpening(nextLocalDay(at, zone), window, zone);
  }
  return at;
}

export interface LaneFacts {
  campaign_status: string;
  campaign_version: number;
  account_id: number | null;
  /** A trial or a subscription runs. */
  has_plan: boolean;
  version: number;
  opens_at: Date;
  closes_at: Date;
}

/** True when the stored calendar no longer says what the campaign's settings say, or its window is over. */
export function isStale(lane: Pick<LaneFacts, 'version' | 'campaign_version' | 'closes_at'>, now: Date): boolean {
  return lane.version !== lane.campaign_version || now >= lane.closes_at;
}

/** `recheck_in_ms`: when to check again where `until` is not known. Without it the safety poll checks. */
export type WaitReason = { rule: WaitingRule; until: Date | null; recheck_in_ms?: number };

/** Why nothing leaves a campaign as a whole now, or null. Asked with a fresh calendar. */
export function findCampaignHold(lane: LaneFacts, now: Date): WaitReason | null {
  if (lane.campaign_status === 'ARCHIVED') return { rule: 'archived', until: null };
  if (lane.campaign_status !== 'ACTIVE') return { rule: 'paused', until: null };
  if (!lane.has_plan) return { rule: 'subscription', until: null };
  if (lane.account_id === null) return { rule: 'sender_missing', until: null };
  if (now < lane.opens_at || now >= lane.closes_at) return { rule: 'window', until: lane.opens_at };
  return null;
}
