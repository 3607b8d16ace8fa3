import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import {
  type Conversation,
  cursorAfter,
  type MailChange,
  mailFrom,
  makeConversation,
  makeMailbox,
} from '../chats.factory.ts';
import type { ReadMailbox } from './read-mail.service.ts';
import { receiveMail } from './receive-mail.service.ts';

const server = useTestServer({ roles: ['web'] });
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
/** A mailbox of the team that writes to no lead. */
let colleague: ReadMailbox;
beforeAll(async () => {
  person = await server.signUp();
  colleague = await makeMailbox(server, person.organization_id, 'boss@our-company.example');
});

const rows = async (text: string, values: unknown[] = []) => (await server.owner.query(text, values)).rows;

/** A lead whom a sender has written to, added to the campaign a month ago. */
async function make(): Promise<Conversation> {
  const conversation = await makeConversation(server, person.organization_id, { hours_ago: 48 });
  await rows(`update campaign_leads set created_at = now() - interval '30 days' where id = $1`, [
    conversation.campaign_lead_id,
  ]);
  return conversation;
}

/** The lead writes a new mail to the colleague instead of replying. */
async function writeToColleague(lead: Conversation, change: MailChange = {}, received_at = new Date()) {
  const given = { in_reply_to: null, references: [], subject: 'A question', text: 'What does it cost?', ...change };
  const received = mailFrom({ ...lead, sender: colleague.email }, given, { received_at });
  const read = () => receiveMail(server.program.system, colleague, received, cursorAfter(received));
  await read();
  return read;
}

const statusOf = async ({ campaign_lead_id }: Conversation): Promise<string> =>
  (await rows('select status from campaign_leads where id = $1', [campaign_lead_id]))[0].status;
const messagesOf = async ({ prospect_id }: Conversation) =>
  (await person.call(api.getChatHistory, { params: { prospectId: prospect_id } })).data.messages
    .filter(({ sent_by_prospect }) => sent_by_prospect)
    .map(({ message }) => message);
const countPastMails = async ({ prospect_id }: Conversation): Promise<number> =>
  (await rows('select count(*)::int as mails from past_mails where prospect_id = $1', [prospect_id]))[0].mails;

describe('a new mail of a lead to a mailbox of the team that has not written to them', () => {
  test('is a reply: it stops the campaign and joins the conversation, once', async () => {
    const lead = await make();
    const readAgain = await writeToColleague(lead);
    expect(await statusOf(lead)).toBe('REPLIED');
    await readAgain();
    expect(await messagesOf(lead)).toEqual(['What does it cost?']);
    expect(await countPastMails(lead)).toBe(0);
  });

  test('stops a campaign that has yet to write to them', async () => {
    const lead = await make();
    await rows('delete from outbound_intents where id = $1', [lead.intent_id]);
    await rows(`update campaign_leads set status = 'SCHEDULED', contacted_at = null where id = $1`, [
      lead.campaign_lead_id,
    ]);
    await writeToColleague(lead);
    expect(await statusOf(lead)).toBe('REPLIED');
  });

  test.each<[string, MailChange]>([
    ['a forged one', { headers: { 'authentication-results': 'our-company.example; dmarc=fail' } }],
    ['an absence note', { headers: { 'auto-submitted': 'auto-replied' } }],
    ['a newsletter', { headers: { 'list-unsubscribe': '<https://x.example/>' } }],
    ['one from another address', { from: 'someone@elsewhere.example' }],
  ])('stops nothing if it is %s', async (_, change) => {
    const lead = await make();
    await writeToColleague(lead, change);
    expect(await statusOf(lead)).toBe('ACTIVE');
    expect(await messagesOf(lead)).toEqual([]);
  });

  test('stops nothing if it is older than the lead in the campaign, or the campaign has finished', async () => {
    const [old, finished] = [await make(), await make()];
    await writeToColleague(old, {}, new Date(Date.now() - 31 * 86_400_000));
    expect(await statusOf(old)).toBe('ACTIVE');
    await rows(`update campaign_leads set status = 'COMPLETED' where id = $1`, [finished.campaign_lead_id]);
    await writeToColleague(finished);
    expect(await statusOf(finished)).toBe('COMPLETED');
    for (const lead of [old, finished]) {
      expect(await messagesOf(lead)).toEqual([]);
      expect(await countPastMails(lead)).toBe(1);
    }
  });

  test('opts them out if it asks for that, also after the campaign', async () => {
    const [lead, stranger] = [await make(), await make()];
    for (const { campaign_lead_id } of [lead, stranger])
      await rows(`update campaign_leads set status = 'COMPLETED' where id = $1`, [campaign_lead_id]);
    await rows('delete from outbound_intents where id = $1', [stranger.intent_id]);
    for (const one of [lead, stranger]) await writeToColleague(one, { subject: 'unsubscribe', text: 'unsubscribe' });
    const suppressed = await rows(`select email::text as email from suppressions where email = any($1)`, [
      [lead.lead, stranger.lead],
    ]);
    expect(suppressed).toEqual([{ email: lead.lead }]);
  });
});
