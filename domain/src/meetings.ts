/** Meetings that leads book on pages of these providers. */
export const BOOKING_PROVIDERS = ['cal_com', 'calendly'] as const;
export type BookingProvider = (typeof BOOKING_PROVIDERS)[number];

export const BOOKING_PROVIDER_LABELS = { cal_com: 'Cal.com', calendly: 'Calendly' } as const satisfies Record<
  BookingProvider,
  string
>;

export const MEETING_STATUSES = ['booked', 'cancelled', 'no_show'] as const;

/** What happened to a meeting. */
const MEETING_CHANGES = ['booked', 'rescheduled', 'cancelled', 'no_show'] as const;
export type MeetingChange = (typeof MEETING_CHANGES)[number];

/** What became of a message of a provider. */
export const BOOKING_OUTCOMES = [
  ...MEETING_CHANGES,
  /** The meeting was so already. */
  'unchanged',
  'unknown_person',
  'suppressed',
  /** About something else, such as a form. */
  'ignored',
  'too_old',
] as const;
export type BookingOutcome = (typeof BOOKING_OUTCOMES)[number];

export const MEETING_LIMITS = {
  connections: 50,
  name_max: 80,
  /** Largest message of a provider. */
  message_bytes: 256 * 1024,
  /** Attendees of one booking who are looked up: a group call can have many. */
  attendees: 100,
  uid_max: 500,
  title_max: 200,
  /** Providers repeat a message for some days. One that was made earlier changes nothing: it may be a copy that was kept. */
  oldest_in_days: 7,
  /** Longer than a message stays valid: a second delivery always finds the first. */
  deliveries_kept_in_days: 30,
  deliveries_shown: 50,
  messages_an_hour: 2000,
  /** Of a lead, the newest. */
  shown_of_lead: 50,
} as const;
