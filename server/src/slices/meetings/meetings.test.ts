import { randomBytes } from 'node:crypto';
import { api } from '@overture/contract';
import type { BookingConnection } from '@overture/contract/meetings';
import type { BookingProvider } from '@overture/domain/meetings';
import { type BookingPage, signBookingMessage } from '@overture/sandbox/bookings/booking-messages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/harness.ts';
import { until } from '../../testing/worlds.ts';
import * as world from '../campaigns/run/run.factory.ts';
import { type Conversation, makeConversation, receiveReply } from '../chats/chats.factory.ts';
import { startReceiver } from '../webhooks/receiver.factory.ts';

type Person = Awaited<ReturnType<TestServer['signUp']>>;
let server: TestServer & { stop(): Promise<void> };
let ada: Person;
const system = () => server.program.system;

beforeAll(async () => {
  server = await startTestServer({ roles: ['web', 'worker'], environment: { OUTBOUND_ALLOW: '127.0.0.1' } });
  ada = await server.signUp('Ada');
  await server.owner.query('update organizations set active_subscription = true where organization_id = $1', [
    ada.organization_id,
  ]);
});

afterAll(() => server.stop());

async function connect(provider: BookingProvider, person: Person = ada) {
  const { data, status } = await person.call(api.createBookingConnection, { body: { provider, name: 'Intro call' } });
  expect(status).toBe(201);
  return { ...data.booking_connection, secret: data.secret };
}

/** A lead whose campaign waits for an email in ten days. */
async function startLead(email: string) {
  const { organization_id } = ada;
  const nodes: world.NodeSpec[] = [{ type: 'CALL_PROSPECT', delay_in_hours: 240, message: 'Hi' }];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id: null, nodes });
  const [prospect_id] = await world.makePeople(system(), organization_id, [{ email }]);
  const [lead_id] = await world.startPeople(system(), campaign, organization_id, [prospect_id!]);
  return { prospect_id: prospect_id!, lead_id: lead_id!, campaign };
}

const newEmail = (): string => `lead.${randomBytes(6).toString('hex')}@booking.example`;
const statusOf = async (leadId: number): Promise<string> =>
  (await server.owner.query('select status from campaign_leads where id = $1', [leadId])).rows[0].status;
const meetingsOf = async (prospectId: number) =>
  (await ada.call(api.listLeadMeetings, { params: { prospectId } })).data.meetings;
const outcomesOf = async ({ id }: BookingConnection) =>
  (await ada.call(api.listBookingDeliveries, { params: { id } })).data.deliveries.map(({ outcome }) => outcome);

type Connected = BookingConnection & { secret: string };

async function post({ webhook_url }: BookingConnection, request: { headers: Record<string, string>; body: string }) {
  const { pathname } = new URL(webhook_url);
  const { statusCode } = await server.program.app.inject({
    method: 'POST',
    url: pathname,
    headers: request.headers,
    payload: request.body,
  });
  return statusCode;
}

const send = (connection: Connected, message: unknown) =>
  post(connection, signBookingMessage(connection.provider as BookingPage, message, connection.secret));

let made = 0;
/** Each later than the one before. */
function nextInstant(): string {
  made += 1;
  return new Date(system().clock.now().getTime() - 60_000 + made).toISOString();
}
const language = { locale: 'en' };

function calCom(triggerEvent: string, email: string, given: object = {}) {
  return {
    triggerEvent,
    createdAt: nextInstant(),
    payload: {
      type: '30min',
      title: '30min between Ada and Grace',
      startTime: '2031-05-25T09:30:00Z',
      endTime: '2031-05-25T10:00:00Z',
      organizer: { id: 5, name: 'Ada', email: 'ada@sender.example', timeZone: 'Europe/Berlin', language },
      attendees: [{ email, name: 'Grace', timeZone: 'Europe/Berlin', language }],
      uid: `uid-${email}`,
      bookingId: 91,
      eventTitle: '30 minutes',
      eventTypeId: 7,
      length: 30,
      status: triggerEvent === 'BOOKING_CANCELLED' ? 'CANCELLED' : 'ACCEPTED',
      ...given,
    },
  };
}

const noShow = (email: string, isMissing: boolean, uid = `uid-${email}`) => ({
  triggerEvent: 'BOOKING_NO_SHOW_UPDATED',
  createdAt: nextInstant(),
  payload: {
    bookingUid: uid,
    bookingId: 91,
    attendees: [{ email, noShow: isMissing }],
    message: 'x_marked_as_no_show',
  },
});

function calendly(
  event: string,
  email: string,
  given: { invitee?: string; old?: string; start?: string; guests?: string[] } = {},
) {
  const uri = (id: string) => `https://api.calendly.com/scheduled_events/E/invitees/${encodeURIComponent(id)}`;
  const at = nextInstant();
  const isOver = event === 'invitee.canceled';
  return {
    event,
    created_at: at,
    created_by: 'https://api.calendly.com/users/AAAA',
    payload: {
      uri: uri(given.invitee ?? email),
      email,
      first_name: null,
      last_name: null,
      name: 'Grace Okafor',
      status: isOver ? 'canceled' : 'active',
      timezone: 'Europe/Berlin',
      event: 'https://api.calendly.com/scheduled_events/E',
      rescheduled: false,
      old_invitee: given.old ? uri(given.old) : null,
      new_invitee: null,
      cancel_url: 'https://calendly.com/cancellations/A',
      reschedule_url: 'https://calendly.com/reschedulings/A',
      no_show: null,
      scheduled_event: {
        uri: 'https://api.calendly.com/scheduled_events/E',
        name: 'Intro call',
        status: isOver ? 'canceled' : 'active',
        start_time: given.start ?? '2031-05-25T09:30:00.000000Z',
        end_time: '2031-05-25T10:00:00.000000Z',
        event_guests: (given.guests ?? []).map((guest) => ({ email: guest, created_at: at, updated_at: at })),
      },
      created_at: at,
      updated_at: at,
    },
  };
}

test('a booking of Cal.com ends the campaign, and later messages change the same meeting', async () => {
  const connection = await connect('cal_com');
  const email = newEmail();
  const lead = await startLead(email);
  expect(await send(connection, calCom('BOOKING_CREATED', email.toUpperCase(), { uid: `uid-${email}` }))).toBe(200);
  expect(await statusOf(lead.lead_id)).toBe('COMPLETED');
  expect(await meetingsOf(lead.prospect_id)).toMatchObject([
    { provider: 'cal_com', title: '30 minutes', status: 'booked', starts_at: '2031-05-25T09:30:00.000Z' },
  ]);
  const moved = { uid: `new-${email}`, rescheduleUid: `uid-${email}`, startTime: '2031-06-01T08:00:00Z' };
  await send(connection, calCom('BOOKING_RESCHEDULED', email, moved));
  expect(await meetingsOf(lead.prospect_id)).toMatchObject([
    { status: 'booked', starts_at: '2031-06-01T08:00:00.000Z' },
  ]);
  await send(connection, noShow(email, true, `new-${email}`));
  expect(await meetingsOf(lead.prospect_id)).toMatchObject([{ status: 'no_show' }]);
  await send(connection, noShow(email, false, `new-${email}`));
  expect(await meetingsOf(lead.prospect_id)).toMatchObject([{ status: 'booked' }]);
  await send(connection, calCom('BOOKING_CANCELLED', email, { ...moved, rescheduleUid: undefined }));
  expect(await meetingsOf(lead.prospect_id)).toMatchObject([{ status: 'cancelled' }]);
  expect(await outcomesOf(connection)).toEqual(['cancelled', 'unchanged', 'no_show', 'rescheduled', 'booked']);
  const counted = await server.owner.query('select moves from meetings where prospect_id = $1', [lead.prospect_id]);
  expect(counted.rows).toEqual([{ moves: 1 }]);
  const listed = (await ada.call(api.listBookingConnections)).data.booking_connections;
  expect(listed.find(({ id }) => id === connection.id)).toMatchObject({ last_outcome: 'cancelled' });
});

test('a later campaign branches by booked meetings: cancelled and missed ones count as none', async () => {
  const connection = await connect('cal_com');
  const start = 'BOOKING_CREATED';
  const histories: Record<string, (email: string) => object[]> = {
    booked: (email) => [calCom(start, email)],
    moved: (email) => [
      calCom(start, email),
      calCom('BOOKING_RESCHEDULED', email, { uid: `new-${email}`, rescheduleUid: `uid-${email}` }),
    ],
    'came after all': (email) => [calCom(start, email), noShow(email, true), noShow(email, false)],
    'cancelled, then booked again': (email) => [
      calCom(start, email),
      calCom('BOOKING_CANCELLED', email),
      calCom(start, email, { uid: `second-${email}` }),
    ],
    cancelled: (email) => [calCom(start, email), calCom('BOOKING_CANCELLED', email)],
    missed: (email) => [calCom(start, email), noShow(email, true)],
    none: () => [],
  };
  const emails = Object.keys(histories).map(newEmail);
  const { organization_id } = ada;
  const people = await world.makePeople(
    system(),
    organization_id,
    emails.map((email) => ({ email })),
  );
  for (const [index, history] of Object.values(histories).entries())
    for (const message of history(emails[index]!)) expect(await send(connection, message)).toBe(200);
  const call = { type: 'CALL_PROSPECT', parent: 0, delay_in_hours: 24, message: 'Hi' } as const;
  const nodes: world.NodeSpec[] = [{ type: 'MEETING_BOOKED' }, { ...call, branch: 'yes' }, { ...call, branch: 'no' }];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id: null, nodes });
  const leads = await world.startPeople(system(), campaign, organization_id, people);
  const branches = await until('all leads are behind the condition', async () => {
    const { rows } = await server.owner.query(
      `select next_node_id as node from campaign_leads where id = any($1::bigint[]) order by array_position($1::bigint[], id)`,
      [leads],
    );
    const found = rows.map(({ node }) => campaign.node_ids.indexOf(Number(node)));
    return found.every((place) => place > 0) && found;
  });
  const named = Object.keys(histories).map((name, index) => [name, branches[index] === 1 ? 'yes' : 'no']);
  expect(Object.fromEntries(named)).toEqual({
    ...{ booked: 'yes', moved: 'yes', 'came after all': 'yes', 'cancelled, then booked again': 'yes' },
    ...{ cancelled: 'no', missed: 'no', none: 'no' },
  });
});

test('a booking puts what a person scheduled for the lead on hold, and what is for others leaves', async () => {
  const connection = await connect('cal_com');
  const [booked, other] = [
    await makeConversation(server, ada.organization_id, { lead: newEmail() }),
    await makeConversation(server, ada.organization_id, { lead: newEmail() }),
  ];
  const schedule = async (conversation: Conversation) => {
    await receiveReply(server, conversation);
    const { prospect_id } = conversation;
    const send_at = new Date(system().clock.now().getTime() + 3_600_000).toISOString();
    const body = { message: 'Tomorrow at nine?', send_at };
    const sent = await ada.call(api.sendChatMessage, { params: { id: prospect_id }, body });
    expect(sent.status).toBe(200);
    return sent.data.message.id;
  };
  const key = { id: booked.prospect_id, messageId: await schedule(booked) };
  const left = await schedule(other);
  await send(connection, calCom('BOOKING_CREATED', booked.lead, { uid: `uid-${booked.lead}` }));
  const { messages } = (await ada.call(api.getChatHistory, { params: { prospectId: booked.prospect_id } })).data;
  expect(messages.find(({ id }) => id === key.messageId)).toMatchObject({
    delivery: 'PAUSED',
    error: 'The lead has booked a meeting since.',
  });
  const { rows } = await server.owner.query(
    "select ref_id::int, state from outbound_intents where kind = 'chat_answer' and ref_id = any($1) order by ref_id",
    [[key.messageId, left]],
  );
  expect(rows).toEqual([
    { ref_id: key.messageId, state: 'cancelled' },
    { ref_id: left, state: 'intent' },
  ]);
  const later = new Date(system().clock.now().getTime() + 7_200_000).toISOString();
  const planned = await ada.call(api.updateScheduledMessage, { params: key, body: { send_at: later } });
  expect(planned.data.message).toMatchObject({ delivery: 'SCHEDULED', error: null });
});

test('a booking also holds what is scheduled at the same moment', async () => {
  const connection = await connect('cal_com');
  const conversation = await makeConversation(server, ada.organization_id, { lead: newEmail() });
  await receiveReply(server, conversation);
  const { prospect_id: id, lead } = conversation;
  const countWaiting = async () => (await server.owner.query('select from pg_locks where not granted')).rows.length;
  const send_at = new Date(system().clock.now().getTime() + 3_600_000).toISOString();
  await server.owner.query('begin');
  const atOnce = async () => {
    await server.owner.query('select from chats where prospect_id = $1 for update', [id]);
    const scheduling = ada.call(api.sendChatMessage, { params: { id }, body: { message: 'At nine?', send_at } });
    await until('the message waits for the conversation', async () => (await countWaiting()) >= 1);
    const booking = send(connection, calCom('BOOKING_CREATED', lead, { uid: `uid-${lead}` }));
    await until('the booking waits for it too', async () => (await countWaiting()) >= 2, 10_000);
    return { scheduling, booking };
  };
  const { scheduling, booking } = await atOnce().finally(() => server.owner.query('commit'));
  const [scheduled] = await Promise.all([scheduling, booking]);
  const { messages } = (await ada.call(api.getChatHistory, { params: { prospectId: id } })).data;
  expect(messages.find((one) => one.id === scheduled.data.message.id)).toMatchObject({
    delivery: 'PAUSED',
    error: 'The lead has booked a meeting since.',
  });
});

test('a booking of Calendly ends the campaign; a moved one comes as two messages in any order', async () => {
  const connection = await connect('calendly');
  const email = newEmail();
  const lead = await startLead(email);
  expect(await send(connection, calendly('invitee.created', email, { invitee: 'first' }))).toBe(200);
  expect(await statusOf(lead.lead_id)).toBe('COMPLETED');
  const cancelled = calendly('invitee.canceled', email, { invitee: 'first' });
  cancelled.payload.rescheduled = true;
  await send(connection, cancelled);
  expect(await meetingsOf(lead.prospect_id)).toMatchObject([{ status: 'booked' }]);
  const start = '2031-06-02T09:00:00.000000Z';
  await send(connection, calendly('invitee.created', email, { invitee: 'second', old: 'first', start }));
  expect(await meetingsOf(lead.prospect_id)).toMatchObject([
    { status: 'booked', title: 'Intro call', starts_at: '2031-06-02T09:00:00.000Z' },
  ]);
  await send(connection, calendly('invitee_no_show.created', email, { invitee: 'second', start }));
  expect(await meetingsOf(lead.prospect_id)).toMatchObject([{ status: 'no_show' }]);
  await send(connection, calendly('invitee.canceled', email, { invitee: 'second', start }));
  expect(await meetingsOf(lead.prospect_id)).toMatchObject([{ status: 'cancelled' }]);
});

test('a replay changes nothing, not even a campaign that started later', async () => {
  const connection = await connect('cal_com');
  const email = newEmail();
  const lead = await startLead(email);
  const request = signBookingMessage('cal_com', calCom('BOOKING_CREATED', email), connection.secret);
  expect(await post(connection, request)).toBe(200);
  const campaign = await world.makeCampaign(system(), {
    ...{ organization_id: ada.organization_id, account_id: null },
    nodes: [{ type: 'CALL_PROSPECT', delay_in_hours: 240, message: 'Hi' }],
  });
  const [later] = await world.startPeople(system(), campaign, ada.organization_id, [lead.prospect_id]);
  expect(await post(connection, request)).toBe(200);
  expect(await statusOf(later!)).not.toBe('COMPLETED');
  expect(await outcomesOf(connection)).toEqual(['booked']);
  expect(await meetingsOf(lead.prospect_id)).toHaveLength(1);
});

test('concurrent copies of a message are handled once, and so are two bookings', async () => {
  const connection = await connect('cal_com');
  const [one, other] = [newEmail(), newEmail()];
  const [lead, second] = [await startLead(one), await startLead(other)];
  const request = signBookingMessage('cal_com', calCom('BOOKING_CREATED', one), connection.secret);
  const statuses = await Promise.all([
    ...Array.from({ length: 5 }, () => post(connection, request)),
    send(connection, calCom('BOOKING_CREATED', other)),
  ]);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  expect(await outcomesOf(connection)).toEqual(['booked', 'booked']);
  for (const { prospect_id, lead_id } of [lead, second]) {
    expect(await meetingsOf(prospect_id)).toHaveLength(1);
    expect(await statusOf(lead_id)).toBe('COMPLETED');
  }
});

test('a cancellation that overtakes its booking stays; a copy older than a week changes nothing', async () => {
  const connection = await connect('cal_com');
  const email = newEmail();
  const lead = await startLead(email);
  const booked = calCom('BOOKING_CREATED', email);
  await send(connection, calCom('BOOKING_CANCELLED', email));
  expect(await statusOf(lead.lead_id)).toBe('COMPLETED');
  await send(connection, booked);
  expect(await meetingsOf(lead.prospect_id)).toMatchObject([{ status: 'cancelled' }]);
  const old = { ...calCom('BOOKING_CREATED', email), createdAt: '2021-05-24T09:30:00.538Z' };
  expect(await send(connection, old)).toBe(200);
  expect(await outcomesOf(connection)).toEqual(['too_old', 'unchanged', 'cancelled']);
});

test('unknown and suppressed people change nothing, and the log does not name them', async () => {
  const connection = await connect('cal_com');
  const email = newEmail();
  await send(connection, calCom('BOOKING_CREATED', email));
  const suppressed = newEmail();
  const lead = await startLead(suppressed);
  await server.owner.query(
    `insert into suppressions (organization_id, email, reason, detail) values ($1, $2, 'manual', '')`,
    [ada.organization_id, suppressed],
  );
  await send(connection, calCom('BOOKING_CREATED', suppressed));
  await send(connection, { triggerEvent: 'PING', createdAt: nextInstant(), payload: {} });
  expect(await outcomesOf(connection)).toEqual(['ignored', 'suppressed', 'unknown_person']);
  expect(await meetingsOf(lead.prospect_id)).toEqual([]);
  const stored = await server.owner.query('select * from booking_deliveries where booking_connection_id = $1', [
    connection.id,
  ]);
  expect(JSON.stringify(stored.rows)).not.toContain('@');
});

test.each(['hard_bounce', 'left'])(
  'a lead whose address is suppressed as %s is reached elsewhere, and books',
  async (reason) => {
    const connection = await connect('cal_com');
    const email = newEmail();
    const lead = await startLead(email);
    await server.owner.query(
      `insert into suppressions (organization_id, email, reason, detail) values ($1, $2, $3, '')`,
      [ada.organization_id, email, reason],
    );
    await send(connection, calCom('BOOKING_CREATED', email));
    expect(await statusOf(lead.lead_id)).toBe('COMPLETED');
    expect(await meetingsOf(lead.prospect_id)).toMatchObject([{ status: 'booked' }]);
  },
);

test('a guest whom the invitee brought has a meeting too, and only the invitee can miss it', async () => {
  const connection = await connect('calendly');
  const [email, guest] = [newEmail(), newEmail()];
  const lead = await startLead(guest);
  await send(connection, calendly('invitee.created', email, { guests: [guest] }));
  expect(await statusOf(lead.lead_id)).toBe('COMPLETED');
  await send(connection, calendly('invitee_no_show.created', email, { guests: [guest] }));
  expect(await meetingsOf(lead.prospect_id)).toMatchObject([{ status: 'booked' }]);
  await send(connection, calendly('invitee.canceled', email, { guests: [guest] }));
  expect(await meetingsOf(lead.prospect_id)).toMatchObject([{ status: 'cancelled' }]);
});

test('the last of many attendees has a meeting too', async () => {
  const connection = await connect('cal_com');
  const email = newEmail();
  const lead = await startLead(email);
  const booked = calCom('BOOKING_CREATED', email);
  const others = Array.from({ length: 60 }, () => ({ ...booked.payload.attendees[0]!, email: newEmail() }));
  booked.payload.attendees = [...others, ...booked.payload.attendees];
  await send(connection, booked);
  expect(await statusOf(lead.lead_id)).toBe('COMPLETED');
});

test('a booking ends no campaign of another organization, and its connection is not found there', async () => {
  const connection = await connect('calendly', await server.signUp('Eve'));
  const email = newEmail();
  const lead = await startLead(email);
  await send(connection, calendly('invitee.created', email));
  expect(await statusOf(lead.lead_id)).not.toBe('COMPLETED');
  expect((await ada.call(api.listBookingDeliveries, { params: { id: connection.id } })).status).toBe(404);
  expect((await ada.call(api.deleteBookingConnection, { params: { id: connection.id } })).status).toBe(404);
  expect((await ada.call(api.rotateBookingSecret, { params: { id: connection.id } })).status).toBe(404);
});

test('wrong signatures, unreadable and large bodies, and unknown addresses are refused', async () => {
  for (const provider of ['cal_com', 'calendly'] as const) {
    const connection = await connect(provider);
    const email = newEmail();
    const lead = await startLead(email);
    const message = provider === 'cal_com' ? calCom('BOOKING_CREATED', email) : calendly('invitee.created', email);
    expect(await post(connection, signBookingMessage(provider, message, 'another secret'))).toBe(401);
    const request = signBookingMessage(provider, message, connection.secret);
    expect(await post(connection, { ...request, body: `${request.body} ` })).toBe(401);
    expect(await post(connection, { ...request, headers: { 'content-type': 'application/json' } })).toBe(401);
    const large = 'x'.repeat(1024 * 1024);
    expect(await post(connection, { ...request, body: large })).toBe(413);
    const unknown = { ...connection, webhook_url: `${connection.webhook_url}x` };
    expect(await post(unknown, request)).toBe(404);
    expect(await statusOf(lead.lead_id)).not.toBe('COMPLETED');
    const listed = (await ada.call(api.listBookingConnections)).data.booking_connections;
    expect(listed.find(({ id }) => id === connection.id)?.last_refused_at).not.toBeNull();
    const rotated = (await ada.call(api.rotateBookingSecret, { params: { id: connection.id } })).data;
    expect(await post(connection, request)).toBe(401);
    expect(await post(connection, signBookingMessage(provider, message, rotated.secret))).toBe(200);
    expect((await ada.call(api.deleteBookingConnection, { params: { id: connection.id } })).status).toBe(200);
    expect(await post(connection, signBookingMessage(provider, message, rotated.secret))).toBe(404);
    expect(await meetingsOf(lead.prospect_id)).toHaveLength(1);
  }
});

test('a change reaches webhooks once', async () => {
  const receiver = await startReceiver();
  try {
    const created = await ada.call(api.createWebhook, {
      body: { url: receiver.url, event_types: ['meeting.booked', 'meeting.cancelled'] },
    });
    expect(created.status).toBe(201);
    const connection = await connect('cal_com');
    const email = newEmail();
    const lead = await startLead(email);
    await send(connection, calCom('BOOKING_CREATED', email));
    await send(connection, calCom('BOOKING_CANCELLED', email));
    // Meetings of the tests before may arrive here too.
    const listOwn = () =>
      receiver.received
        .map((one) => JSON.parse(one.body) as { type: string; data: { prospect: { id: number } } })
        .filter(({ data }) => data.prospect.id === lead.prospect_id);
    const read = await until('both messages', async () => (listOwn().length >= 2 ? listOwn() : null));
    expect(read.map(({ type }) => type).sort()).toEqual(['meeting.booked', 'meeting.cancelled']);
    expect(read.find(({ type }) => type === 'meeting.booked')?.data).toMatchObject({
      prospect: { id: lead.prospect_id, email },
      meeting: { provider: 'cal_com', title: '30 minutes' },
    });
  } finally {
    await receiver.close();
  }
});
