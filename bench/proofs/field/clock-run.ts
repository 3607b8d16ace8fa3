import { api } from '@overture/contract';
import { compare, type FieldCheck } from './field-check.ts';
import { activate, addList, connectMailbox, importLeads, makeCampaign } from './field-setup.ts';
import { countSent, enterStage, type FieldPerson, type FieldStage, travel } from './field-stage.ts';

/** When a mail leaves, by the mail server's ledger as the clock moves past it. */

interface Moment {
  case_id: string;
  input: string;
  zone: string;
  /** Hours of the sending window, on these days (1 is Monday). */
  start: string;
  end: string;
  days?: number[];
  /** When the campaign begins; its delay runs from here. Else it begins now, and its delay ends at `due`. */
  begins?: string;
  /** Whole working days after `begins`, holidays left out. */
  working_days?: number;
  /** When the mail would leave if its window were open. */
  due?: string;
  skips_holidays?: boolean;
  leaves: string;
}

const OPEN = { start: '00:00', end: '24:00' };
const NINE = { start: '09:00', end: '17:00' };

const holiday = (input: string, zone: string, day: string, leaves: string): Moment => ({
  ...{ case_id: 'S03', input: `${input}, ${day}`, zone, ...NINE, days: [1, 2, 3, 4, 5], skips_holidays: true },
  // Within the hours of the window there.
  due: `${day}T${zone.startsWith('America') ? 16 : 12}:00:00Z`,
  leaves,
});
const opening = (
  input: string,
  zone: string,
  hours: Pick<Moment, 'start' | 'end' | 'days'>,
  due: string,
  leaves: string,
): Moment => ({
  ...{ case_id: 'S01', input, zone, ...hours, due, leaves },
});
const workingDays = (input: string, zone: string, begins: string, working_days: number, leaves: string): Moment => ({
  ...{
    case_id: 'S02',
    input,
    zone,
    ...NINE,
    days: [1, 2, 3, 4, 5],
    begins,
    working_days,
    skips_holidays: true,
    leaves,
  },
});

/** In the order of time; days of 2027 that are what the reports were about. */
const MOMENTS: readonly Moment[] = [
  holiday('Christmas in Stockholm', 'Europe/Stockholm', '2026-12-25', '2026-12-28T08:00Z'),
  holiday('Christmas in Lisbon', 'Europe/Lisbon', '2026-12-25', '2026-12-28T09:00Z'),
  holiday('substitute for Boxing Day in London', 'Europe/London', '2026-12-28', '2026-12-29T09:00Z'),
  holiday('New Year in Zurich', 'Europe/Zurich', '2027-01-01', '2027-01-04T08:00Z'),
  opening('09:00 in Nuuk in winter (UTC-2)', 'America/Nuuk', NINE, '2027-01-15T05:00:00Z', '2027-01-15T11:00Z'),
  opening(
    '13:00 in New York on the day of the change',
    'America/New_York',
    { start: '13:00', end: '18:00' },
    '2027-03-14T05:30:00Z',
    '2027-03-14T17:00Z',
  ),
  opening(
    'start of a day in Beirut',
    'Asia/Beirut',
    { ...OPEN, days: [7] },
    '2027-03-26T12:00:00Z',
    '2027-03-27T22:00Z',
  ),
  opening(
    'an hour that Paris has not',
    'Europe/Paris',
    { start: '02:00', end: '03:00' },
    '2027-03-27T23:30:00Z',
    '2027-03-29T00:00Z',
  ),
  holiday('Easter Monday in Berlin', 'Europe/Berlin', '2027-03-29', '2027-03-30T07:00Z'),
  holiday('King’s day in Amsterdam', 'Europe/Amsterdam', '2027-04-27', '2027-04-28T07:00Z'),
  opening(
    'start of a day in Cairo',
    'Africa/Cairo',
    { ...OPEN, days: [5] },
    '2027-04-28T12:00:00Z',
    '2027-04-29T22:00Z',
  ),
  holiday('Ascension in Vienna', 'Europe/Vienna', '2027-05-06', '2027-05-07T07:00Z'),
  opening('09:00 in Mexico City in July', 'America/Mexico_City', NINE, '2027-07-01T06:00:00Z', '2027-07-01T15:00Z'),
  opening('09:00 in Almaty in July', 'Asia/Almaty', NINE, '2027-07-01T22:00:00Z', '2027-07-02T04:00Z'),
  opening('09:00 in Asunción in July', 'America/Asuncion', NINE, '2027-07-03T06:00:00Z', '2027-07-03T12:00Z'),
  holiday('the 4th of July on a Sunday, New York', 'America/New_York', '2027-07-05', '2027-07-06T13:00Z'),
  workingDays(
    'a working day over a bank holiday, London',
    'Europe/London',
    '2027-08-27T09:00:00Z',
    1,
    '2027-08-31T09:00Z',
  ),
  holiday('summer bank holiday in London', 'Europe/London', '2027-08-30', '2027-08-31T08:00Z'),
  opening(
    'a midnight that Santiago has not',
    'America/Santiago',
    { ...OPEN, days: [7] },
    '2027-09-03T12:00:00Z',
    '2027-09-05T04:00Z',
  ),
  holiday('Thanksgiving in Toronto', 'America/Toronto', '2027-10-11', '2027-10-12T13:00Z'),
  opening(
    'an hour that comes twice in Paris',
    'Europe/Paris',
    { start: '02:00', end: '03:00' },
    '2027-10-30T23:00:00Z',
    '2027-10-31T00:00Z',
  ),
  workingDays(
    'a working day over the change, New York',
    'America/New_York',
    '2027-11-05T14:00:00Z',
    1,
    '2027-11-08T15:00Z',
  ),
  opening('09:00 in New York after the change', 'America/New_York', NINE, '2027-11-07T05:00:00Z', '2027-11-07T14:00Z'),
  workingDays(
    'a working day over Thanksgiving, New York',
    'America/New_York',
    '2027-11-24T15:00:00Z',
    1,
    '2027-11-26T15:00Z',
  ),
];

const HOUR = 3_600_000;
const MINUTE = 60_000;
const timeOf = (instant: string): number => new Date(instant).getTime();

/** Few of them say most of it. */
const SHORT = [
  'an hour that Paris has not',
  'a working day over a bank holiday, London',
  'summer bank holiday in London, 2027-08-30',
];

interface Stop {
  at: number;
  run(): Promise<void>;
}

export async function runClockCases(stage: FieldStage, { is_short }: { is_short: boolean }): Promise<FieldCheck[]> {
  const person = await enterStage(stage);
  const account = await connectMailbox(stage, person, 'mia@clock.example');
  const moments = MOMENTS.filter(({ input }) => !is_short || SHORT.includes(input));
  const checks: FieldCheck[] = [];
  const stops = moments.flatMap((moment): Stop[] => {
    const email = `kim@moment${MOMENTS.indexOf(moment)}.example`;
    const came: Record<string, unknown> = {};
    const look = async (): Promise<number> => (await countSent(stage)).get(email) ?? 0;
    const leaves = timeOf(moment.leaves);
    const begins = timeOf(moment.begins ?? moment.due ?? '') - (moment.begins === undefined ? HOUR : 0);
    const place = () => placeCampaign(stage, person, { account, moment, email });
    const due = async () => {
      came.when_due = await look();
    };
    const before = async () => {
      came.a_minute_before = await look();
    };
    const after = async () => {
      came.a_minute_after = await look();
      const should = { ...(moment.due ? { when_due: 0 } : {}), a_minute_before: 0, a_minute_after: 1 };
      checks.push(compare(moment, should, came));
    };
    return [
      { at: begins, run: place },
      ...(moment.due ? [{ at: timeOf(moment.due) + MINUTE, run: due }] : []),
      { at: leaves - MINUTE, run: before },
      { at: leaves + MINUTE, run: after },
    ];
  });
  for (const { at, run } of stops.toSorted((a, b) => a.at - b.at)) {
    await travelTo(stage, person, at);
    await run();
  }
  return checks;
}

/** A campaign of one mail to one person, begun. */
async function placeCampaign(
  stage: FieldStage,
  person: FieldPerson,
  { account, moment, email }: { account: number; moment: Moment; email: string },
): Promise<void> {
  const { list } = await importLeads(stage, person, [{ email }]);
  const { zone: timezone, start, end, days = [1, 2, 3, 4, 5, 6, 7], skips_holidays = false, working_days } = moment;
  const campaign = await makeCampaign(stage, person, {
    steps: [{ subject: 'Parts', message: 'Shall we talk?', delay_in_hours: working_days ? working_days * 24 : 1 }],
    settings: {
      ...{ timezone, sending_window: { days, start, end }, skips_holidays },
      counts_working_days: working_days !== undefined,
    },
  });
  await addList(person, campaign, list, 1);
  await activate(person, campaign, account);
}

async function travelTo(stage: FieldStage, person: FieldPerson, instant: number): Promise<void> {
  const { now } = await person.call(api.getClock);
  const seconds = Math.ceil((instant - timeOf(now)) / 1000);
  if (seconds > 0) await travel(stage, person, seconds);
}
