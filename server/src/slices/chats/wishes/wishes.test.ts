import { api } from '@overture/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { recordUnsubscribe } from '../../lead-endings/index.ts';
import { isChannelSuppressed, isKeptOut, type Reach } from '../../suppression-rules/index.ts';
import { type Conversation, makeConversation, receiveReply } from '../chats.factory.ts';
import { receiveMessage } from '../sync/receive-linkedin.service.ts';

/**
 * A lead who opts out gets nothing on any channel. The link of a mail: `campaigns/run/unsubscribe-page.test`; the model:
 * `class-reading.test`.
 */

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp('Ada Jansen');
});
const query = async (text: string, values: unknown[] = []) => (await server.owner.query(text, values)).rows;

let made = 0;

interface Lead extends Conversation {
  /** The lead's address of today: another than the one our mail went to. */
  today: string;
  phone: string;
  profile: string;
  colleague: string;
  private: string;
}

async function makeLead(): Promise<Lead> {
  made += 1;
  const lead = await makeConversation(server, person.organization_id, {
    lead: `grace+work@customer-of-wishes${made}.example`,
  });
  const [today, profile, phone] = [
    `grace.h@customer-of-wishes${made}.example`,
    `grace-wish-${made}`,
    `3161234500${made}`,
  ];
  await query('update prospects set email = $2, linkedin_key = $3, phone_number = $4 where id = $1', [
    lead.prospect_id,
    today,
    `https://www.linkedin.com/in/${profile}`,
    `+${phone}`,
  ]);
  const [keys] = await query('select linkedin_key, phone_key from prospects where id = $1', [lead.prospect_id]);
  return {
    ...lead,
    today,
    profile: keys.linkedin_key,
    phone: keys.phone_key,
    colleague: `tom@customer-of-wishes${made}.example`,
    private: `grace${made}@private-of-wishes.example`,
  };
}

const nothing = sql`null::text`;
/** Whether a person known only by this gets nothing else on the channel. */
async function isLeftAlone(known: { email?: string; phone?: string; profile?: string }): Promise<boolean> {
  const reach: Reach = {
    organization_id: sql`${person.organization_id}::bigint`,
    email: known.email ? sql`${known.email}::text` : nothing,
    phone_key: known.phone ? sql`${known.phone}::text` : nothing,
    linkedin_key: known.profile ? sql`${known.profile}::text` : nothing,
  };
  const channel = known.phone ? 'phone' : 'linkedin';
  const rows = await server.program.system.systemTransaction(({ db }) =>
    sql<{ is: boolean }>`select ${isKeptOut(reach)} or ${isChannelSuppressed(channel, reach)} as is`.execute(db),
  );
  return rows.rows[0]?.is === true;
}

const WORDS = 'Please remove me from your list.';

async function receiveWords(lead: Lead, type: 'LINKEDIN' | 'WHATSAPP') {
  const [account] = await query(
    `insert into accounts (organization_id, account_type, status, name, provider_account_id) values ($1, $2, 'OK', 'Ada', $3) returning id::int`,
    [person.organization_id, type, `seat-of-wishes-${made}`],
  );
  await query(
    `insert into outbound_intents (organization_id, kind, channel, action, ref_id, ref_part, account_id, prospect_id, state, dispatched_at)
     values ($1, 'campaign_step', 'linkedin', 'message', $2, 7, $3, $2, 'confirmed', app_now() - interval '1 hour')`,
    [person.organization_id, lead.prospect_id, account.id],
  );
  const message = {
    message_id: `wish-${made}`,
    chat_id: `chat-${made}`,
    text: WORDS,
    sent_at: new Date().toISOString(),
    is_own: false,
    provider_id: 'them',
    profile_url: null,
    attachments: [],
  };
  await lead.context.transaction((tx) =>
    receiveMessage(tx, { account_id: account.id, prospect_id: lead.prospect_id, message, news_from: null }),
  );
}

async function decideOnMail(lead: Lead) {
  const { possible_answers } = (await person.call(api.listUnmatchedReplies)).data;
  const asked = possible_answers.find(({ prospect }) => prospect.id === lead.prospect_id);
  await person.call(api.decideUnmatchedReply, { params: { id: asked?.id ?? 0 }, body: { is_answer: true } });
}

/** By which way, and which address of a mail it comes from: that one is suppressed only where it is the lead's own. */
const WAYS: Record<
  string,
  { ask: (lead: Lead) => Promise<unknown>; from?: (lead: Lead) => string; is_lead?: boolean }
> = {
  'the header of a mail, answered from the same mailbox': {
    ask: (lead) => receiveReply(server, lead, { from: plain(lead), subject: 'unsubscribe', text: 'unsubscribe' }),
    from: (lead) => plain(lead),
    is_lead: true,
  },
  'words by mail from the address of today': {
    ask: (lead) => receiveReply(server, lead, { from: lead.today, text: WORDS }),
    from: (lead) => lead.today,
    is_lead: true,
  },
  'words by mail from the address we wrote to': {
    ask: (lead) => receiveReply(server, lead, { text: WORDS }),
    from: (lead) => lead.lead,
    is_lead: true,
  },
  'words by mail of a colleague for the lead': {
    ask: (lead) => receiveReply(server, lead, { from: lead.colleague, text: WORDS }),
    from: (lead) => lead.colleague,
    is_lead: false,
  },
  'words from a private address that a person takes as the lead’s': {
    ask: async (lead) => {
      await receiveReply(server, lead, { from: lead.private, subject: 'Unsubscribe', text: 'Please unsubscribe me.' });
      await decideOnMail(lead);
    },
    from: (lead) => lead.private,
    is_lead: true,
  },
  'words from a private address that answered before': {
    ask: async (lead) => {
      await receiveReply(server, lead, { from: lead.private, text: 'I read this at home.' });
      await decideOnMail(lead);
      await receiveReply(server, lead, { from: lead.private, text: WORDS });
    },
    from: (lead) => lead.private,
    is_lead: true,
  },
  'words on LinkedIn': { ask: (lead) => receiveWords(lead, 'LINKEDIN') },
  'words on WhatsApp': { ask: (lead) => receiveWords(lead, 'WHATSAPP') },
  'a CRM that says do not contact': {
    ask: (lead) =>
      lead.context.transaction((tx) =>
        recordUnsubscribe(tx, { prospect_id: lead.prospect_id, detail: 'Marked there.', is_from_crm: true }),
      ),
  },
  'a complaint about a mail': {
    ask: (lead) =>
      receiveReply(server, lead, {
        from: 'staff@feedback.example',
        subject: 'Email Feedback Report',
        in_reply_to: null,
        references: [],
        text: 'From: me@sender.example\nSubject: Quick question',
        headers: { 'content-type': 'multipart/report; report-type=feedback-report; boundary="b"' },
        returned_message_id: lead.message_id,
      }),
  },
};

const plain = ({ lead }: Lead): string => lead.replace('+work', '');

describe.each(Object.entries(WAYS))('said by %s', (_, { ask, from, is_lead }) => {
  test('the lead is suppressed on every channel, the writer only if they are the lead', async () => {
    const lead = await makeLead();
    await ask(lead);
    const free = {
      'the address we wrote to': await isLeftAlone({ email: lead.lead }),
      'the address of today': await isLeftAlone({ email: lead.today }),
      'the profile': await isLeftAlone({ profile: lead.profile }),
      'the number': await isLeftAlone({ phone: lead.phone }),
    };
    expect(Object.entries(free).filter(([, is]) => !is)).toEqual([]);
    if (from) expect(await isLeftAlone({ email: from(lead) })).toBe(is_lead);
    expect(await isLeftAlone({ email: lead.colleague })).toBe(false);
    const [{ status }] = await query('select status from campaign_leads where id = $1', [lead.campaign_lead_id]);
    expect(['COMPLETED', 'REPLIED']).toContain(status);
  });
});

test('a lead without an address is suppressed as a person, also when an address is added', async () => {
  const lead = await makeLead();
  await query('update outbound_intents set to_email = null where prospect_id = $1', [lead.prospect_id]);
  await query('update prospects set email = null where id = $1', [lead.prospect_id]);
  await receiveWords(lead, 'LINKEDIN');
  const entries =
    'select kind, email, linkedin_key, phone_key, reason, prospect_id::int from suppressions where prospect_id = $1';
  expect(await query(entries, [lead.prospect_id])).toEqual([
    {
      kind: 'person',
      email: null,
      linkedin_key: lead.profile,
      phone_key: lead.phone,
      reason: 'unsubscribe',
      prospect_id: lead.prospect_id,
    },
  ]);
  await query('update prospects set email = $2 where id = $1', [lead.prospect_id, lead.today]);
  const body = { message: 'Hello', account_id: lead.account_id, subject_line: 'Hello' };
  const sent = await person.call(api.sendChatMessage, { params: { id: lead.prospect_id }, body });
  expect(sent.error.error).toBe('This person asked not to be contacted again.');
});

test('a number that a colleague has too is closed for calls, and the colleague is written to', async () => {
  const [lead, colleague] = [await makeLead(), await makeLead()];
  await query('update prospects set phone_number = $2 where id = $1', [colleague.prospect_id, `+${lead.phone}`]);
  await receiveReply(server, lead, { text: WORDS });
  expect(await isLeftAlone({ phone: lead.phone })).toBe(true);
  expect(await isLeftAlone({ email: colleague.today })).toBe(false);
  const kept = await server.program.system.systemTransaction(({ db }) =>
    sql<{ is: boolean }>`select ${isKeptOut({
      organization_id: sql`p.organization_id`,
      email: sql`p.email`,
      phone_key: sql`p.phone_key`,
      linkedin_key: sql`p.linkedin_key`,
    })} as is from prospects p where p.id = ${colleague.prospect_id}`.execute(db),
  );
  expect(kept.rows).toEqual([{ is: false }]);
});
