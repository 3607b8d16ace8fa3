import type { MeetingChange } from '@overture/domain/meetings';
import type { BookingMessage } from './booking-message.rules.ts';

export interface KnownMeeting {
  booking_uid: string;
  prospect_id: number;
  status: 'booked' | 'cancelled' | 'no_show';
  starts_at: Date | null;
  changed_at: Date;
}

export interface MeetingDecision {
  status: KnownMeeting['status'];
  /** Null where nothing is announced. */
  change: MeetingChange | null;
  /** The lead has booked, or moved a meeting: their campaigns end. */
  ends_campaigns: boolean;
}

/** The row of a lead: under the id of the message, else under the id that it had before it was moved. */
export function findMeeting<Row extends KnownMeeting>(
  rows: readonly Row[],
  prospect_id: number,
  { uid, previous_uid }: Pick<BookingMessage, 'uid' | 'previous_uid'>,
): Row | undefined {
  const own = rows.filter((row) => row.prospect_id === prospect_id);
  return own.find((row) => row.booking_uid === uid) ?? own.find((row) => row.booking_uid === previous_uid);
}

function decideFirst(kind: BookingMessage['kind']): MeetingDecision | null {
  if (kind === 'showed') return null;
  const change = kind === 'rescheduled' ? 'booked' : kind;
  return { status: change, change, ends_campaigns: true };
}

/**
 * Decides what a message changes for one lead; null: nothing. Messages can arrive out of order: an older one than the last changes nothing.
 * The first message about a booking ends the campaigns, even its cancellation: the lead has acted.
 */
export function decideMeeting(known: KnownMeeting | undefined, message: BookingMessage): MeetingDecision | null {
  const { kind, starts_at, made_at } = message;
  if (known === undefined) return decideFirst(kind);
  if (made_at < known.changed_at) return null;
  if (kind === 'showed') return { status: 'booked', change: null, ends_campaigns: false };
  if (kind === 'cancelled' || kind === 'no_show')
    return known.status === kind ? null : { status: kind, change: kind, ends_campaigns: false };
  const isMoved = kind === 'rescheduled' || known.starts_at?.getTime() !== starts_at?.getTime();
  if (known.status === 'booked' && !isMoved) return null;
  return { status: 'booked', change: isMoved ? 'rescheduled' : 'booked', ends_campaigns: true };
}
