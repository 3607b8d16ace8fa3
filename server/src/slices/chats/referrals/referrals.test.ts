import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { type Conversation, makeConversation, receiveReply } from '../chats.factory.ts';

const server = useTestServer();
type Person = Awaited<ReturnType<typeof server.signUp>>;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  [person, stranger] = [await server.signUp(), await server.signUp()];
});

let count = 0;
const rows = async (text: string, values: unknown[] = []) => (await server.owner.query(text, values)).rows;
/** A lead who names another contact by address. */
async function referred(
  text?: string,
  subject = 'Re: Hello',
): Promise<Conversation & { messageId: number; email: string }> {
  count += 1;
  const email = `anna.berg${count}@elsewhere.example`;
  const conversation = await makeConversation(server, person.organization_id);
  await receiveReply(server, conversation, { text: text ?? `Please write to ${email} / Anna Berg`, subject });
  return { ...conversation, email, messageId: (await messageOf(conversation)).id };
}
const messageOf = async ({ prospect_id }: Conversation) =>
  (await person.call(api.getChatHistory, { params: { prospectId: prospect_id } })).data.messages[0]!;
const paramsOf = ({ prospect_id, messageId }: { prospect_id: number; messageId: number }) => ({
  id: prospect_id,
  messageId,
});
const anna = { first_name: 'Anna', last_name: 'Berg' };
const toCampaign = (given: Conversation & { messageId: number }, who = person, campaign_id = given.campaign_id) =>
  who.call(api.addReferralToCampaign, { params: paramsOf(given), body: { ...anna, campaign_id } });
const toList = (given: Conversation & { messageId: number }, search_id: number, who = person) =>
  who.call(api.addReferralToList, { params: paramsOf(given), body: { ...anna, search_id } });
const makeList = async () => (await person.call(api.createSearch, { body: { name: `List ${count}` } })).data.id;
const suppress = (email: string) =>
  rows(`insert into suppressions (organization_id, email, reason) values ($1, $2, 'unsubscribe')`, [
    person.organization_id,
    email,
  ]);
const leadsNamed = (email: string) => rows('select id, company_name from prospects where email = $1', [email]);

describe('a person whom a message names', () => {
  test('is a referral, and becomes a lead of the same campaign, once', async () => {
    const given = await referred();
    expect((await messageOf(given)).reply_class).toMatchObject({
      class: 'referral',
      referral: { name: 'Anna Berg', email: given.email, prospect_id: null },
    });
    const [first, second] = await Promise.all([toCampaign(given), toCampaign(given)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect([first.data.is_added, second.data.is_added].sort()).toEqual([false, true]);
    const [lead, ...others] = await leadsNamed(given.email);
    expect(others).toEqual([]);
    expect(first.data.prospect_id).toBe(Number(lead.id));
    // Another company's address: what is known of the writer's company is not theirs.
    expect(lead.company_name).toBeNull();
    expect((await messageOf(given)).reply_class?.referral).toMatchObject({ prospect_id: Number(lead.id) });
    const added = await rows('select status from campaign_leads where prospect_id = $1 and campaign_id = $2', [
      lead.id,
      given.campaign_id,
    ]);
    expect(added).toHaveLength(1);
    expect(await rows('select status from campaign_leads where id = $1', [given.campaign_lead_id])).toEqual([
      { status: 'REPLIED' },
    ]);
  });

  test('or of a list, with the company of the lead who named them', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    const email = `anna@${conversation.lead.split('@')[1]}`;
    await receiveReply(server, conversation, {
      text: `I am not the right person, please contact Anna Berg, ${email}.`,
    });
    const given = { ...conversation, messageId: (await messageOf(conversation)).id };
    const list = await makeList();
    expect((await toList(given, list)).data).toMatchObject({ is_added: true });
    expect((await toList(given, list)).data).toMatchObject({ is_added: false });
    const [{ company_name }] = await leadsNamed(email);
    expect(company_name).toMatch(/^Customer /);
    const { data } = await person.call(api.listSearchProspects, { params: { id: list } });
    expect(data.prospects).toHaveLength(1);
    expect(data.prospects[0]).toMatchObject({ first_name: 'Anna', last_name: 'Berg', email });
  });

  test('who is known already keeps what is known, and is only listed', async () => {
    const given = await referred();
    await rows(
      `insert into prospects (organization_id, first_name, last_name, email) values ($1, 'Annika', 'Berg', $2)`,
      [person.organization_id, given.email],
    );
    const { data } = await toList(given, await makeList());
    const known = await rows('select first_name from prospects where id = $1', [data.prospect_id]);
    expect(known).toEqual([{ first_name: 'Annika' }]);
  });
});

describe('a message to a person whom a message names', () => {
  const write = (given: Conversation & { messageId: number }, who = person) =>
    who.call(api.writeToReferral, { params: paramsOf(given), body: anna });
  const draftOf = async (prospect_id: number, who = person) =>
    (await who.call(api.getChatDraft, { params: { id: prospect_id } })).data.own;

  test('is a draft of the user that mentions the referrer, and nothing is sent', async () => {
    const given = await referred();
    const list = await makeList();
    await rows('insert into search_prospects (organization_id, search_id, prospect_id) values ($1, $2, $3)', [
      person.organization_id,
      list,
      given.prospect_id,
    ]);
    const [first, second] = await Promise.all([write(given), write(given)]);
    expect([first.data.is_added, second.data.is_added].sort()).toEqual([false, true]);
    const { prospect_id } = first.data;
    const [{ last_name }] = await rows('select last_name from prospects where id = $1', [given.prospect_id]);
    expect(await draftOf(prospect_id)).toMatchObject({
      message: `Hi Anna,\n\nGrace ${last_name} suggested that I write to you.`,
      extras: { account_id: given.account_id, subject: `Grace ${last_name} suggested that I write to you` },
    });
    // In no campaign, in the referrer's list, without any message.
    expect(await rows('select id from campaign_leads where prospect_id = $1', [prospect_id])).toEqual([]);
    expect(await rows('select id from outbound_intents where prospect_id = $1', [prospect_id])).toEqual([]);
    expect(await rows('select search_id from search_prospects where prospect_id = $1', [prospect_id])).toHaveLength(1);
    const [{ referred_at }] = await rows('select referred_at from message_classes where message_id = $1', [
      given.messageId,
    ]);
    expect(referred_at).toBeInstanceOf(Date);
  });

  test('names the subject of our email, and nothing that the referrer chose', async () => {
    const given = await referred(undefined, 'Pay your invoice at https://evil.example');
    await rows(
      `insert into chat_messages (organization_id, prospect_id, account_id, kind, sent_by_prospect, message, subject_line, sent_at)
        values ($1, $2, $3, 'CAMPAIGN', false, 'Hello', 'Faster invoices', now() - interval '1 day')`,
      [person.organization_id, given.prospect_id, given.account_id],
    );
    const { data } = await write(given);
    expect((await draftOf(data.prospect_id))?.message).toMatch(/\nIt is about: Faster invoices$/);
  });

  test('leaves what the user writes to them already', async () => {
    const given = await referred();
    const { data } = await toList(given, await makeList());
    const body = { message: 'My own words', version: 0 };
    await person.call(api.saveChatDraft, { params: { id: data.prospect_id }, body });
    expect((await write(given)).data).toMatchObject({ prospect_id: data.prospect_id, is_added: false });
    expect((await draftOf(data.prospect_id))?.message).toBe('My own words');
  });

  test("is written in the referrer's language", async () => {
    const given = await referred(
      'Guten Tag, dafür bin ich leider nicht zuständig. Bitte wenden Sie sich an meine Kollegin Anna Berg, ' +
        `anna.berg${count + 1}@elsewhere.example. Mit freundlichen Grüßen`,
    );
    const { data } = await write(given);
    expect((await draftOf(data.prospect_id))?.message).toMatch(
      /^Guten Tag Anna Berg,\n\nGrace .* hat mich an Sie verwiesen\./,
    );
  });

  test('is refused to a stranger, and for an address that must not be written to', async () => {
    const given = await referred();
    expect((await write(given, stranger)).status).toBe(404);
    await suppress(given.email);
    expect(await write(given)).toMatchObject({ status: 409, error: { code: 'referral_refused' } });
    expect(await leadsNamed(given.email)).toEqual([]);
  });

  test.each([
    ['unsubscribed', (email: string) => suppress(email), 'Anna Berg must not be written to.'],
    [
      'excluded with their company',
      () => person.call(api.addExcludedDomain, { body: { domain: 'elsewhere.example' } }),
      'Anna Berg works at a company you have excluded.',
    ],
  ] as const)('is refused for a lead who was %s after they had been added', async (_, exclude, reason) => {
    const given = await referred();
    const { data } = await toList(given, await makeList());
    await exclude(given.email);
    expect(await write(given)).toMatchObject({ status: 409, error: { code: 'referral_refused', error: reason } });
    expect(await draftOf(data.prospect_id)).toBeNull();
    await rows('delete from excluded_domains where organization_id = $1', [person.organization_id]);
  });
});

describe('is not added', () => {
  const leftOut = async (given: Awaited<ReturnType<typeof referred>>, reason: string) => {
    for (const answer of [await toCampaign(given), await toList(given, await makeList())]) {
      expect(answer).toMatchObject({ status: 409, error: { code: 'referral_refused', error: reason } });
    }
    expect(await leadsNamed(given.email)).toEqual([]);
    expect((await messageOf(given)).reply_class?.referral?.prospect_id).toBeNull();
  };

  test('when the address is suppressed', async () => {
    const given = await referred();
    await suppress(given.email);
    await leftOut(given, 'Anna Berg must not be written to.');
  });

  test('when the company is excluded', async () => {
    const given = await referred(`Please write to anna@excluded${count + 1}.example / Anna Berg`);
    await person.call(api.addExcludedDomain, { body: { domain: `excluded${count}.example` } });
    await leftOut(
      { ...given, email: `anna@excluded${count}.example` },
      'Anna Berg works at a company you have excluded.',
    );
  });

  test('to a campaign when they are in one', async () => {
    const given = await referred();
    await makeConversation(server, person.organization_id, { lead: given.email });
    expect(await toCampaign(given)).toMatchObject({
      status: 409,
      error: { error: 'Anna Berg is in a campaign already.' },
    });
  });

  test('the message names no person, is another’s, or the campaign or list is missing', async () => {
    const plain = await referred('I am not the right person for this.');
    expect(await toCampaign(plain)).toMatchObject({ status: 409, error: { code: 'referral_gone' } });
    const given = await referred();
    const list = await makeList();
    expect((await toCampaign(given, stranger)).status).toBe(404);
    expect((await toList(given, list, stranger)).status).toBe(404);
    expect((await toList(given, 999_999)).status).toBe(404);
    expect((await toCampaign(given, person, 999_999)).status).toBe(404);
    expect((await toCampaign({ ...given, prospect_id: plain.prospect_id })).status).toBe(404);
    await rows(`update campaigns set status = 'ARCHIVED' where id = $1`, [given.campaign_id]);
    expect((await toCampaign(given)).status).toBe(400);
    expect(await leadsNamed(given.email)).toEqual([]);
  });
});
