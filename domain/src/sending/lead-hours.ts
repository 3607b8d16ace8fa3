import { type CallPlace, resolveLeadZone, type ZoneFacts } from '../zones/lead-zone.ts';
import { findPlaceZone } from '../zones/places.ts';
import { calendarOf, countryOfZone, isHoliday, isHolidayCalendar } from './holidays.ts';
import {
  localDay,
  nextLocalDay,
  nextWindowOpening,
  parseHours,
  type SendingHours,
  windowClosing,
  windowsOn,
} from './sending-window.ts';
import type { Schedule } from './working-days.ts';

const MINUTE_IN_MS = 60_000;
const DAY_IN_MS = 86_400_000;
/** Every weekday comes round within it. */
const WEEK_AHEAD_IN_MS = 8 * DAY_IN_MS;
/** So much of a day must be open in both zones: a sender's rhythm may begin 27 minutes late and end 42 early. */
const LEAST_COMMON_IN_MS = 60 * MINUTE_IN_MS;
/** Looked at again after so long where the hours never meet, or never close. */
const LOOK_AGAIN_IN_MS = DAY_IN_MS;
/** Openings of two zones that are tried in turn within a week. */
const MOST_TURNS = 200;

/** By the clock of New York it is day in all of the United States, Hawaii included. */
const EASTERN = 'America/New_York';
const EVERYWHERE_OPEN = { days: [1, 2, 3, 4, 5, 6, 7], start: '14:00', end: '20:00' };
const COAST_TO_COAST: [SendingHours, string] = [parseHours({ sending_window: EVERYWHERE_OPEN }), EASTERN];

/** Openings that may all be on holidays of one country: a New Year that lasts a week. */
const MOST_HOLIDAYS_IN_A_ROW = 60;

/** The clock and the public holidays of a lead; null where nothing says them. */
export interface LeadPlace {
  zone: string | null;
  /** `HolidayCalendar.id`. */
  holidays_of: string | null;
}

/** The holidays are those of the zone's region where the lead's country has one zone for it, else those of the country. */
export function resolveLeadPlace(facts: ZoneFacts): LeadPlace {
  const found = resolveLeadZone(facts);
  const zone = found?.zone ?? null;
  const country = found?.source !== 'typed' && facts.location ? findPlaceZone(facts.location)?.country : null;
  if (zone !== null && (!country || countryOfZone(zone) === country)) {
    return { zone, holidays_of: calendarOf(zone, null) };
  }
  return { zone, holidays_of: country && isHolidayCalendar(country) ? country : null };
}

type Hours = Pick<Schedule, 'timezone' | 'sending_window' | 'windows' | 'uses_lead_zone'> & {
  skips_holidays?: boolean;
};

/** True for campaigns that something of the lead's own place can hold. */
export const usesLeadPlace = ({
  uses_lead_zone,
  skips_holidays,
}: Omit<Hours, 'timezone' | 'sending_window'>): boolean => Boolean(uses_lead_zone) || Boolean(skips_holidays);

interface Stretch {
  from: number;
  to: number;
  is_open: boolean;
}

/**
 * When a campaign may act for leads of other zones: its hours must be open by the campaign's clock, where its senders' day runs, and by
 * the lead's. Hours that never meet are no hours: those leads go by the campaign's clock alone. A campaign that pauses on public holidays
 * pauses for a lead abroad on those of its country too; its own country's close the campaign (`computeCalendar`). Keeps its results.
 */
export class LeadHours {
  private readonly zone: string;
  private readonly hours: SendingHours;
  /** Minimum time that both zones must have in common: the length of the shorter window, if that is less. */
  private readonly least_common_in_ms: number;
  private readonly known = new Map<string, Stretch>();
  private readonly keeps_zones: boolean;
  private readonly keeps_holidays: boolean;
  private readonly country: string | null;

  constructor({ timezone, uses_lead_zone = true, skips_holidays = false, ...campaign }: Hours) {
    this.zone = timezone;
    this.keeps_zones = uses_lead_zone;
    this.keeps_holidays = skips_holidays;
    this.country = countryOfZone(timezone);
    this.hours = parseHours(campaign);
    const windows = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => windowsOn(this.hours, weekday));
    this.least_common_in_ms = Math.min(LEAST_COMMON_IN_MS, ...windows.map(({ start, end }) => end - start));
  }

  /** Until when nothing leaves for a lead; null while something may. */
  closedUntil(place: LeadPlace, now: Date): Date | null {
    return this.isHolidayAt(place, now) ? this.endOfHolidays(place, now) : this.zoneClosedUntil(place.zone, now);
  }

  /** True on a public holiday of the lead's country, where it is not the campaign's and the campaign pauses on holidays. */
  isHolidayAt({ zone, holidays_of }: LeadPlace, now: Date): boolean {
    if (!this.keeps_holidays || holidays_of === null || holidays_of.slice(0, 2) === this.country) return false;
    return isHoliday(localDay(now, zone ?? this.zone), holidays_of);
  }

  /** The first opening after the holidays that follow each other. */
  private endOfHolidays(place: LeadPlace, now: Date): Date {
    const zone = place.zone ?? this.zone;
    let at = now;
    for (let looked = 0; looked < MOST_HOLIDAYS_IN_A_ROW; looked += 1) {
      at = nextWindowOpening(nextLocalDay(at, zone), this.hours, this.zone);
      if (!this.isHolidayAt(place, at)) break;
    }
    return this.zoneClosedUntil(place.zone, at) ?? at;
  }

  private zoneClosedUntil(leadZone: string | null, now: Date): Date | null {
    if (!this.keeps_zones || leadZone === null || leadZone === this.zone) return null;
    const at = now.getTime();
    let stretch = this.known.get(leadZone);
    if (stretch === undefined || at < stretch.from || at >= stretch.to) {
      stretch = this.findStretch(leadZone, at);
      this.known.set(leadZone, stretch);
    }
    return stretch.is_open ? null : new Date(stretch.to);
  }

  /**
   * Until when calls are not allowed; null while they are. With two zones, the hours must be open in both; somewhere in
   * the United States it must be daytime from coast to coast. Zones without a common hour in a week use the first zone
   * alone. Holidays never hold a call.
   */
  closedForCall({ zones, is_unknown_us }: CallPlace, now: Date): Date | null {
    if (!this.keeps_zones) return null;
    const clocks = this.clocksIn(zones.filter((zone) => zone !== this.zone && this.meets(zone, now)));
    if (is_unknown_us) clocks.push(COAST_TO_COAST);
    if (clocks.length < 2 && !is_unknown_us) return this.zoneClosedUntil(zones[0] ?? null, now);
    const all: [SendingHours, string][] = [[this.hours, this.zone], ...clocks];
    const start = now.getTime();
    let at = start;
    for (let turn = 0; turn < MOST_TURNS && at < start + WEEK_AHEAD_IN_MS; turn += 1) {
      const next = all.reduce((from, [hours, zone]) => nextWindowOpening(new Date(from), hours, zone).getTime(), at);
      if (next === at) return at === start ? null : new Date(at);
      at = next;
    }
    return this.zoneClosedUntil(zones[0] ?? null, now);
  }

  /** The zone that blocks calls now: the person's, their phone's, or that of the United States; null when none does. */
  closedClock({ zones, is_unknown_us }: CallPlace, now: Date): string | null {
    const clocks = this.clocksIn(zones.filter((zone) => zone === this.zone || this.meets(zone, now)));
    if (is_unknown_us) clocks.push(COAST_TO_COAST);
    return clocks.find(([hours, zone]) => nextWindowOpening(now, hours, zone) > now)?.[1] ?? null;
  }

  private clocksIn(zones: readonly string[]): [SendingHours, string][] {
    return zones.map((zone) => [this.hours, zone]);
  }

  /** Whether a lead of a zone ever has an hour in common with the campaign, within the week after an instant. */
  meets(leadZone: string, now: Date): boolean {
    const from = now.getTime();
    for (let at = from; at < from + WEEK_AHEAD_IN_MS; ) {
      const opens = this.nextOpening(leadZone, at);
      if (opens === null || opens >= from + WEEK_AHEAD_IN_MS) return false;
      const closes = this.closingOf(leadZone, opens);
      if (closes - opens >= this.least_common_in_ms) return true;
      at = closes;
    }
    return false;
  }

  private findStretch(leadZone: string, at: number): Stretch {
    if (!this.meets(leadZone, new Date(at))) return { from: at, to: at + LOOK_AGAIN_IN_MS, is_open: true };
    const opens = this.nextOpening(leadZone, at);
    if (opens === null || opens > at) return { from: at, to: opens ?? at + LOOK_AGAIN_IN_MS, is_open: opens === null };
    return { from: at, to: this.closingOf(leadZone, at), is_open: true };
  }

  /** The first instant at or after another that is open by both clocks; null where none comes. */
  private nextOpening(leadZone: string, from: number): number | null {
    let at = from;
    for (let turn = 0; turn < MOST_TURNS && at < from + WEEK_AHEAD_IN_MS; turn += 1) {
      const own = nextWindowOpening(new Date(at), this.hours, this.zone).getTime();
      const theirs = nextWindowOpening(new Date(own), this.hours, leadZone).getTime();
      if (theirs === own) return own;
      at = theirs;
    }
    return null;
  }

  /** When the first of both clocks closes what is open at an instant. */
  private closingOf(leadZone: string, at: number): number {
    const closing = (zone: string) => windowClosing(new Date(at), this.hours, zone)?.getTime() ?? at + LOOK_AGAIN_IN_MS;
    return Math.min(closing(this.zone), closing(leadZone));
  }
}
