import { describe, expect, test } from 'vitest';
import { hasHistory, planExport, recognizeExport } from './export-plan.ts';
import { EXPORT_PRESETS, type ExportPresetId } from './export-presets.ts';
import { parseExportRow } from './export-row.ts';
import { parseExportTime } from './export-times.ts';

const PERSON = 'https://www.linkedin.com/in/ada-jansen-0001';
const SMARTLEAD =
  'id,campaign_lead_map_id,status,category,is_interested,created_at,first_name,last_name,email,phone_number,company_name,website,location,custom_fields,linkedin_profile,company_url,is_unsubscribed,unsubscribed_client_id_map,last_email_sequence_sent,open_count,click_count,reply_count';
const APOLLO =
  'First Name,Last Name,Title,Company Name,Company Name for Emails,Email,Email Status,Contact Owner,Stage,Last Contacted,Person Linkedin Url,Email Sent,Email Open,Email Bounced,Replied,Demoed,Apollo Contact Id';
const LEMLIST =
  'emailStatus,email,firstName,lastName,picture,phone,linkedinUrl,companyName,companyDomain,icebreaker,Title,lastState,status';
const WOODPECKER = 'Email,First name,Last name,Company,Tags,Snippet 1,Snippet 2,Status,Last contacted,Last replied';
const INSTANTLY =
  'Email,First Name,Last Name,Company Name,Company Domain,Website,Personalization,Lead Status,Interest Status,Email Provider';
const HEYREACH = 'Profile URL,First Name,Last Name,Headline,Enriched Email,Custom Address,Job Title,Company,Tags';
const MAILSHAKE = 'Email Address,Full Name,Lead Status,Sent,Opens,Clicks,Replies,Unsubscribed';

function read(line: string, values: Record<string, string>, assumed: 'new' | 'contacted' = 'contacted') {
  const header = line.split(',');
  const unknown = Object.keys(values).filter((name) => !header.includes(name));
  if (unknown.length > 0) throw new Error(`no such columns: ${unknown.join(', ')}`);
  const cells = header.map((name) => values[name] ?? '');
  const preset = recognizeExport(header, [cells]);
  const plan = planExport(preset ?? 'other_tool', header, [cells]);
  return { preset, ...parseExportRow(cells, plan, { assumed }) };
}

const headers: [ExportPresetId, string][] = [
  ['instantly_leads', INSTANTLY],
  ['instantly_leads', 'email,first_name,lt_interest_status,email_open_count,email_reply_count,timestamp_last_contact'],
  ['smartlead_leads', SMARTLEAD],
  [
    'smartlead_leads',
    'id,first_name,last_name,email,phone_number,company_name,website,location,linkedin_profile,company_url,lead_status,created_at',
  ],
  ['lemlist_leads', LEMLIST],
  ['woodpecker_prospects', WOODPECKER],
  ['mailshake_recipients', MAILSHAKE],
  ['heyreach_leads', HEYREACH],
  [
    'heyreach_leads',
    'linkedin_id,profileUrl,firstName,lastName,headline,imageUrl,position,emailAddress,customEmailAddress',
  ],
  ['apollo_contacts', APOLLO],
];

test.each(headers)('%s is recognized by its headers in any order and case', (preset, line) => {
  const header = line.split(',');
  expect(recognizeExport(header, [])).toBe(preset);
  expect(
    recognizeExport(
      header.toReversed().map((name) => ` ${name.toUpperCase()}`),
      [],
    ),
  ).toBe(preset);
});

test('two columns suffice where the statuses are those of an outreach tool', () => {
  expect(recognizeExport(['email', 'Lead Status'], [['ada@acme.example', 'Not yet contacted']])).toBe(
    'instantly_leads',
  );
  expect(recognizeExport(['email', 'Lead Status'], [['ada@acme.example', 'NEW']])).toBeNull();
});

test.each([
  'Record ID,First Name,Last Name,Email,Phone Number,Lead Status,Create Date,Associated Company',
  'First Name,Last Name,URL,Email Address,Company,Position,Connected On',
  'profileUrl,fullName,firstName,lastName,companyName,title,companyId,companyUrl,summary,headline,connections',
  'Email,First Name,Last Name,Company Name,Company Domain,Personalization',
  'Lead Owner,First Name,Last Name,Title,Company / Account,Lead Source,Rating,Street,Email,Status',
  '',
])('a file of another kind is not taken for an export: %s', (line) => {
  expect(recognizeExport(line.split(','), [])).toBeNull();
});

const email = 'ADA@Acme.example';
describe('what became of a lead', () => {
  const cases: [string, string, Record<string, string>, string][] = [
    ['Instantly', INSTANTLY, { 'Lead Status': 'Not yet contacted' }, 'new'],
    ['Instantly', INSTANTLY, { 'Lead Status': 'Completed' }, 'finished'],
    ['Instantly', INSTANTLY, { 'Lead Status': 'Not yet contacted', 'Interest Status': 'Interested' }, 'replied'],
    ['Instantly', INSTANTLY, { 'Lead Status': 'Active', 'Interest Status': 'Out of office' }, 'contacted'],
    ['Instantly, an unknown status', INSTANTLY, { 'Lead Status': 'Warming' }, 'contacted'],
    ['Instantly, no status', INSTANTLY, { 'Lead Status': '' }, 'contacted'],
    ['Smartlead', SMARTLEAD, { status: 'STARTED', last_email_sequence_sent: '0', reply_count: '0' }, 'new'],
    ['Smartlead, a step was sent', SMARTLEAD, { status: 'STARTED', last_email_sequence_sent: '1' }, 'contacted'],
    ['Smartlead', SMARTLEAD, { status: 'PAUSED', open_count: '2' }, 'contacted'],
    ['Smartlead', SMARTLEAD, { status: 'COMPLETED', reply_count: '1', is_unsubscribed: 'false' }, 'replied'],
    ['Smartlead', SMARTLEAD, { status: 'INPROGRESS', is_unsubscribed: 'true', reply_count: '1' }, 'unsubscribed'],
    ['Smartlead', SMARTLEAD, { status: 'BLOCKED' }, 'bounced'],
    ['Smartlead', SMARTLEAD, { status: 'COMPLETED', category: 'Do Not Contact' }, 'unsubscribed'],
    ['lemlist', LEMLIST, { lastState: 'emailsUnsubscribed', status: 'done' }, 'unsubscribed'],
    ['lemlist', LEMLIST, { lastState: 'linkedinInviteDone', status: 'inProgress' }, 'contacted'],
    ['lemlist', LEMLIST, { lastState: 'linkedinReplied', status: 'inProgress' }, 'replied'],
    ['lemlist', LEMLIST, { lastState: 'reviewed', status: 'inProgress' }, 'new'],
    ['Woodpecker', WOODPECKER, { Status: 'ACTIVE' }, 'new'],
    ['Woodpecker', WOODPECKER, { Status: 'ACTIVE', 'Last contacted': 'yesterday' }, 'contacted'],
    ['Woodpecker', WOODPECKER, { Status: 'BLACKLISTED' }, 'unsubscribed'],
    ['Woodpecker', WOODPECKER, { Status: 'NONRESPONSIVE' }, 'finished'],
    ['Apollo', APOLLO, { Stage: 'Cold', 'Email Sent': 'false', 'Email Open': 'false' }, 'new'],
    ['Apollo, a stage of its own', APOLLO, { Stage: 'Gold partner', 'Email Sent': 'false' }, 'new'],
    ['Apollo', APOLLO, { Stage: 'Cold', 'Email Sent': 'true' }, 'contacted'],
    ['Apollo', APOLLO, { Stage: 'Cold', 'Email Sent': 'true', 'Email Bounced': 'true' }, 'bounced'],
    ['Mailshake', MAILSHAKE, { 'Lead Status': '', Sent: '0', Replies: '0' }, 'new'],
    ['Mailshake', MAILSHAKE, { 'Lead Status': 'won', Sent: '3' }, 'replied'],
  ];
  test.each(cases)('%s: %#', (_, line, values, state) => {
    const address = line.split(',').find((name) => ['email', 'email address'].includes(name.toLowerCase()))!;
    expect(read(line, { ...values, [address]: email }).state).toBe(state);
  });

  test.each([
    ['no reply', 'Email,Name,Replied', { Replied: 'no' }],
    ['no open', 'Email,Name,Opens,Clicks', { Opens: '0', Clicks: '0' }],
    ['a pending invite', 'Email,Name,Status', { Status: 'Pending' }],
    ['a scheduled message', 'Email,Name,Status', { Status: 'Scheduled' }],
  ])('%s does not show that nothing was sent', (_, line, values) => {
    expect(read(line, { Email: email, ...values }).state).toBe('contacted');
  });

  test.each([
    ['Unsubscribe date', '2026-03-09'],
    ['Opted out at', 'Mar 9, 2026'],
    ['Unsubscribed from all email', 'true'],
    ['Email Opt-Out', '✓'],
    ['Blocklist', 'yes'],
    ['DNC', '1'],
  ])('an opt-out is seen in the column %s', (name, cell) => {
    expect(read(`Email,Name,Sent,${name}`, { Email: email, Sent: '1', [name]: cell }).state).toBe('unsubscribed');
    for (const no of ['', 'no', '-', '❌', '0'])
      expect(read(`Email,Name,Sent,${name}`, { Email: email, Sent: '1', [name]: no }).state).toBe('contacted');
  });

  test('a link to unsubscribe, which every lead has, is no opt-out', () => {
    const values = { Email: email, Sent: '1', 'Unsubscribe link': 'https://tool.example/u' };
    expect(read('Email,Name,Sent,Unsubscribe link', values).state).toBe('contacted');
  });

  test('a file that says nothing about contacts is read as the user says', () => {
    const values = { 'Profile URL': PERSON, 'Enriched Email': email };
    expect(read(HEYREACH, values, 'new').state).toBe('new');
    expect(read(HEYREACH, values, 'contacted')).toMatchObject({ state: 'contacted', unknown_status: null });
    expect(hasHistory(planExport('heyreach_leads', HEYREACH.split(','), []))).toBe(false);
  });
});

test('fields, variables and the step of a lead', () => {
  const custom_fields = JSON.stringify({ icebreaker: 'Loved your talk', score: 7, nested: {} });
  const row = read(SMARTLEAD, {
    ...{ id: '9', status: 'INPROGRESS', first_name: 'Ada', last_name: 'Jansen', email, custom_fields },
    ...{ linkedin_profile: PERSON, company_name: 'Acme', last_email_sequence_sent: '2', created_at: '2026-03-09' },
  });
  expect(row).toMatchObject({
    ...{ preset: 'smartlead_leads', email, steps_done: 2, state: 'contacted', last_contacted_at: null },
    variables: { icebreaker: 'Loved your talk', score: '7' },
  });
  expect(row.fields).toMatchObject({
    first_name: 'Ada',
    last_name: 'Jansen',
    company_name: 'Acme',
    linkedin_url: PERSON,
  });
  expect(Object.keys(row.variables)).toEqual(['icebreaker', 'score']);
});

test('the first address that is one counts, and a whole name is split', () => {
  const values = { 'Profile URL': PERSON, 'Custom Address': 'n/a', 'Enriched Email': email };
  expect(read(HEYREACH, values).email).toBe(email);
  const whole = read(MAILSHAKE, { 'Email Address': email, 'Full Name': 'Ada Jansen', Sent: '1' });
  expect(whole.fields).toMatchObject({ first_name: 'Ada', last_name: 'Jansen' });
});

test('an unknown status and an unreadable time are reported, and the lead stays contacted', () => {
  const row = read(WOODPECKER, { Email: email, Status: 'SNOOZED', 'Last contacted': '3/9/2026' });
  expect(row).toMatchObject({
    ...{ state: 'contacted', unknown_status: 'SNOOZED', last_contacted_at: null, has_unread_time: true },
  });
});

test('one unambiguous date decides the order of the others', () => {
  const header = WOODPECKER.split(',');
  const row = (time: string) => header.map((name) => (name === 'Last contacted' ? time : ''));
  const plan = planExport('woodpecker_prospects', header, [row('3/9/2026 10:12'), row('31/8/2026 9:00')]);
  const read = parseExportRow(row('3/9/2026 10:12'), plan, { assumed: 'new' });
  expect(read).toMatchObject({ last_contacted_at: '2026-09-03T10:12:00.000Z', has_unread_time: false });
});

test.each([
  ['2026-03-09T10:12:00.000Z', '2026-03-09T10:12:00.000Z'],
  ['2026-03-09 10:12:00', '2026-03-09T10:12:00.000Z'],
  ['2026-03-09 10:12:00 UTC', '2026-03-09T10:12:00.000Z'],
  ['2016-08-14T02:08:58+0200', '2016-08-14T00:08:58.000Z'],
  ['2026/3/9', '2026-03-09T00:00:00.000Z'],
  ['Mar 9, 2026 10:12 PM', '2026-03-09T22:12:00.000Z'],
  ['9 March 2026', '2026-03-09T00:00:00.000Z'],
  ['Mon, 9 Mar 2026 at 12:05 AM', '2026-03-09T00:05:00.000Z'],
  ['9.3.2026, 08:00', '2026-03-09T08:00:00.000Z'],
  ['25/12/2026 9:30', '2026-12-25T09:30:00.000Z'],
  ['1773051120', '2026-03-09T10:12:00.000Z'],
  ['1773051120000', '2026-03-09T10:12:00.000Z'],
  ['3/9/2026', null],
  ['09.03.26', null],
  ['0000-00-00', null],
  ['2026-13-45', null],
  ['never', null],
  ['1'.repeat(5000), null],
])('the time %s', (text, time) => {
  expect(parseExportTime(text, null)).toBe(time);
});

test('an endless cell, a broken object and a row that is short are read within their bounds', () => {
  const row = read(SMARTLEAD, {
    email: `${'a'.repeat(300_000)}@acme.example`,
    custom_fields: `{${'"a":1,'.repeat(50_000)}`,
  });
  expect(row.variables).toEqual({});
  const plan = planExport('smartlead_leads', SMARTLEAD.split(','), []);
  expect(parseExportRow([], plan, { assumed: 'new' })).toMatchObject({ email: null, state: 'new', variables: {} });
});

test('every preset has a label of its own', () => {
  const labels = Object.values(EXPORT_PRESETS).map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
});
