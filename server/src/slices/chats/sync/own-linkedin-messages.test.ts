import { api } from '@overture/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SeenLinkedinMessage } from '../../../events.ts';
import { useTestServer } from '../../../testing/harness.ts';
import { makeLinkedinSender } from '../../campaigns/run/run.factory.ts';
import { holdStartedLeads } from '../../lead-holds/index.ts';
import { type Conversation, makeConversation } from '../chats.factory.ts';
import { receiveSeenMessage } from '../messaging/receive-messaging.service.ts';

// Events are handed over by the tests.
const server = useTestServer({ roles: ['web'] });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
beforeAll(async () => {
  person = await server.signUp('Ada Jansen');
});

const DAY_IN_MS = 86_400_000;
type Type = 'LINKEDIN' | 'WHATSAPP';
interface World extends Conversation {
  sender_id: number;
  provider_id: string;
}

let made = 0;
/** A lead of a running campaign that has emailed, and a sender that has not acted towards the lead. */
async function make(type: Type = 'LINKEDIN'): Promise<World> {
  made += 1;
  const conversation = await makeConversation(server, person.organization_id);
  const { system } = server.program;
  const spec = { seat_id: `seat-own-${made}`, tier: 'CLASSIC' as const };
  const sender_id = await makeLinkedinSender(system, person.organization_id, spec);
  await server.owner.query('update accounts set account_type = $2 where id = $1', [sender_id, type]);
  const provider_id = `ACoAAown${made}`;
  await server.owner.query(
    'insert into linkedin_members (account_id, provider_id, organization_id, prospect_id) values ($1, $2, $3, $4)',
    [sender_id, provider_id, person.organization_id, conversation.prospect_id],
  );
  await server.owner.query(`update campaign_leads set created_at = now() - interval '30 days' where id = $1`, [
    conversation.campaign_lead_id,
  ]);
  return { ...conversation, sender_id, provider_id };
}

let seen = 0;
const see = ({ sender_id, provider_id, prospect_id }: World, change: Partial<SeenLinkedinMessage> = {}) => {
  seen += 1;
  const message = {
    message_id: `m${seen}`,
    chat_id: `chat of ${prospect_id}`,
    text: 'Shall we meet on Tuesday?',
    sent_at: new Date().toISOString(),
    is_own: true,
    provider_id,
    profile_url: null,
    attachments: [],
    ...change,
  };
  return server.program.system
    .forOrganization(person.organization_id)
    .transaction((tx) => receiveSeenMessage(tx, { account_id: sender_id, message }));
};

/** An action of the sender, as the dispatcher stores it. */
const act = (
  { sender_id, provider_id, campaign_lead_id }: World,
  given: { prospect_id: number; state: string; text: string; provider_ref?: string; has_files?: boolean },
) =>
  server.owner.query(
    `insert into outbound_intents (organization_id, kind, channel, action, ref_id, ref_part, account_id, prospect_id, state,
        dispatched_at, body_text, provider_ref, to_linkedin, attachments)
      values ($1, 'campaign_step', 'linkedin', 'message', $2, (select next_node_id from campaign_leads where id = $2), $3, $4, $5,
        now(), $6, $7, $8, $9)`,
    [
      person.organization_id,
      campaign_lead_id,
      sender_id,
      given.prospect_id,
      given.state,
      given.text,
      given.provider_ref ?? null,
      provider_id,
      given.has_files ? '[{"name": "offer.pdf"}]' : null,
    ],
  );

const FILE = { id: 'f1', content_type: 'application/pdf', name: 'offer.pdf' };
const leadOf = async ({ campaign_lead_id }: World) =>
  (await server.owner.query('select status, message_hold_until from campaign_leads where id = $1', [campaign_lead_id]))
    .rows[0];
const kinds = async ({ prospect_id }: World) =>
  (
    await server.owner.query(
      'select kind, campaign_choice, message from chat_messages where prospect_id = $1 order by id',
      [prospect_id],
    )
  ).rows.map(({ kind, campaign_choice }) => [kind, campaign_choice]);
const heldUntil = async ({ prospect_id }: World) =>
  (await person.call(api.getChatHistory, { params: { prospectId: prospect_id } })).data.message_hold_until;
const daysUntil = (at: string | null) => (new Date(at ?? 0).getTime() - Date.now()) / DAY_IN_MS;

describe.each<Type>(['LINKEDIN', 'WHATSAPP'])('a message that a user typed in %s itself', (type) => {
  test('holds the campaigns of its lead for seven days, once', async () => {
    const world = await make(type);
    const message = { message_id: 'typed', sent_at: new Date(Date.now() - DAY_IN_MS).toISOString() };
    await see(world, message);
    expect(await kinds(world)).toEqual([['OWN_CLIENT', 'pauses']]);
    expect(daysUntil(await heldUntil(world))).toBeCloseTo(6, 1);
    expect(await leadOf(world)).toMatchObject({ status: 'ACTIVE' });
    // By webhook and by poll.
    await see(world, message);
    expect(await kinds(world)).toHaveLength(1);
    // What a user chose afterwards stays.
    const params = { id: world.prospect_id };
    expect((await person.call(api.setAbsence, { params, body: { goes_on_after: 'now' } })).status).toBe(200);
    await see(world, { sent_at: new Date(Date.now() - 3_600_000).toISOString() });
    expect(await leadOf(world)).toMatchObject({ message_hold_until: null });
  });

  test('makes what the lead writes after it a reply', async () => {
    const world = await make(type);
    await see(world);
    await see(world, { is_own: false, text: 'Gladly.' });
    expect((await kinds(world)).map(([kind]) => kind)).toEqual(['OWN_CLIENT', 'REPLY']);
    expect(await leadOf(world)).toMatchObject({ status: 'REPLIED', message_hold_until: null });
  });

  test.each(['dispatching', 'unknown', 'parked', 'confirmed'])(
    'is none while Overture sends it: %s, seen before the provider answered',
    async (state) => {
      const world = await make(type);
      await act(world, { prospect_id: world.prospect_id, state, text: 'Shall we  meet\non Tuesday?' });
      await see(world);
      expect(await kinds(world)).toEqual([]);
      expect(await leadOf(world)).toMatchObject({ message_hold_until: null });
    },
  );

  test('is none if Overture sent it, by its id, or to the same person as another lead', async () => {
    const [known, same] = [await make(type), await make(type)];
    const provider_ref = `ref ${known.prospect_id}`;
    await act(known, { prospect_id: known.prospect_id, state: 'confirmed', text: 'Edited since', provider_ref });
    await see(known, { message_id: provider_ref });
    await act(same, { prospect_id: known.prospect_id, state: 'dispatching', text: 'Shall we meet on Tuesday?' });
    await see(same);
    expect(await kinds(known)).toEqual([]);
    for (const world of [known, same]) expect(await leadOf(world)).toMatchObject({ message_hold_until: null });
  });

  test.each([
    ['a file of it as a message of its own', { text: '', attachments: [FILE] }],
    ['its text with other spaces and accents', { text: 'Cafe\u0301\u00a0?' }],
  ])('is none if Overture sent it: %s', async (_, change) => {
    const world = await make(type);
    await act(world, { prospect_id: world.prospect_id, state: 'dispatching', text: 'Caf\u00e9 ?', has_files: true });
    await see(world, change);
    expect(await kinds(world)).toEqual([]);
    expect(await leadOf(world)).toMatchObject({ message_hold_until: null });
  });

  test.each(['unknown', 'parked', 'confirmed'])(
    'proves the sending of its text with other spaces and accents: %s',
    async (state) => {
      const world = await make(type);
      await act(world, { prospect_id: world.prospect_id, state, text: 'Caf\u00e9 ?' });
      await see(world, { message_id: `proof ${world.prospect_id}`, text: 'Cafe\u0301\u00a0?' });
      const { rows } = await server.owner.query(
        'select state, provider_ref from outbound_intents where prospect_id = $1 and body_text = $2',
        [world.prospect_id, 'Caf\u00e9 ?'],
      );
      expect(rows).toEqual([{ state: 'confirmed', provider_ref: `proof ${world.prospect_id}` }]);
    },
  );

  test('is one that has only a file after all files that Overture sent to the lead were seen', async () => {
    const [apart, together] = [await make(type), await make(type)];
    const sent = { state: 'confirmed', text: 'Our offer', has_files: true };
    await act(apart, { prospect_id: apart.prospect_id, ...sent });
    await see(apart, { text: 'Our offer' });
    // By webhook and by poll.
    for (let n = 0; n < 2; n += 1) await see(apart, { message_id: 'our file', text: '', attachments: [FILE] });
    expect(await leadOf(apart)).toMatchObject({ message_hold_until: null });
    await see(apart, { text: '', attachments: [FILE] });
    expect((await leadOf(apart)).message_hold_until).not.toBeNull();

    await act(together, { prospect_id: together.prospect_id, ...sent });
    await see(together, { text: 'Our offer', attachments: [FILE] });
    expect(await leadOf(together)).toMatchObject({ message_hold_until: null });
    await see(together, { text: '', attachments: [FILE] });
    expect((await leadOf(together)).message_hold_until).not.toBeNull();
  });

  test('is one that has only a file, also where Overture sent an invitation without a note', async () => {
    const world = await make(type);
    await act(world, { prospect_id: world.prospect_id, state: 'confirmed', text: '' });
    await see(world, { text: '', attachments: [FILE] });
    expect((await leadOf(world)).message_hold_until).not.toBeNull();
  });

  test('is one that has only a file, and none without words and files', async () => {
    const [file, notice] = [await make(type), await make(type)];
    await act(file, { prospect_id: file.prospect_id, state: 'confirmed', text: 'Hello' });
    await see(file, { text: '', attachments: [FILE] });
    expect((await leadOf(file)).message_hold_until).not.toBeNull();
    await see(notice, { text: ' ' });
    expect(await leadOf(notice)).toMatchObject({ message_hold_until: null });
  });

  test('holds nothing if it is older than the pause, or than the lead in the campaign', async () => {
    const [old, added] = [await make(type), await make(type)];
    await see(old, { sent_at: new Date(Date.now() - 8 * DAY_IN_MS).toISOString() });
    await server.owner.query('update campaign_leads set created_at = now() where id = $1', [added.campaign_lead_id]);
    await see(added, { sent_at: new Date(Date.now() - 3_600_000).toISOString() });
    for (const world of [old, added]) expect(await leadOf(world)).toMatchObject({ message_hold_until: null });
  });

  test('holds no campaign of another lead, and one that has not started once it is started', async () => {
    const [world, other] = [await make(type), await make(type)];
    await server.owner.query(`update campaigns set status = 'DRAFT' where id = $1`, [world.campaign_id]);
    await server.owner.query(`update campaign_leads set status = 'NOT_STARTED' where id = $1`, [
      world.campaign_lead_id,
    ]);
    await see(world);
    for (const one of [world, other]) expect(await leadOf(one)).toMatchObject({ message_hold_until: null });
    expect(await kinds(world)).toEqual([['OWN_CLIENT', null]]);
    await world.context.transaction(async (tx) => {
      await sql`update campaign_leads set status = 'SCHEDULED', started_at = app_now() where id = ${world.campaign_lead_id}`.execute(
        tx.db,
      );
      await holdStartedLeads(tx, world.campaign_id);
    });
    expect(daysUntil(await heldUntil(world))).toBeCloseTo(7, 1);
  });
});

test('a lead whom the LinkedIn account does not know yet is found by the address of the profile', async () => {
  const world = await make();
  await server.owner.query('delete from linkedin_members where account_id = $1', [world.sender_id]);
  await server.owner.query('update prospects set linkedin_key = $2 where id = $1', [
    world.prospect_id,
    `in/own-${world.prospect_id}`,
  ]);
  await see(world, { profile_url: `https://www.linkedin.com/in/own-${world.prospect_id}/` });
  expect(await kinds(world)).toEqual([['OWN_CLIENT', 'pauses']]);
  expect(daysUntil(await heldUntil(world))).toBeCloseTo(7, 1);
});

test('a message of a lead to an account that has not acted is a reply while a campaign runs for them', async () => {
  const world = await make();
  await see(world, { is_own: false, sent_at: new Date(Date.now() - 40 * DAY_IN_MS).toISOString() });
  expect(await leadOf(world)).toMatchObject({ status: 'ACTIVE' });
  await see(world, { is_own: false });
  expect(await kinds(world)).toEqual([['REPLY', null]]);
  expect(await leadOf(world)).toMatchObject({ status: 'REPLIED' });
});

test('nothing of a conversation is stored where no campaign runs and the account has not acted', async () => {
  const world = await make();
  await server.owner.query(`update campaign_leads set status = 'COMPLETED' where id = $1`, [world.campaign_lead_id]);
  await see(world);
  await see(world, { is_own: false });
  expect(await kinds(world)).toEqual([]);
});
