import { api } from '@overture/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestServer } from '../../../testing/harness.ts';
import { makeTrackedImage, makeTrackedLink } from '../../link-tracking/link-tracking.factory.ts';
import { type Conversation, cursorAfter, type MailChange, mailFrom, makeConversation } from '../chats.factory.ts';
import { receiveMail } from './receive-mail.service.ts';

const server = useTestServer();
let person: Awaited<ReturnType<typeof server.signUp>>;
beforeAll(async () => {
  person = await server.signUp();
});

async function deliver(conversation: Conversation, change: MailChange): Promise<void> {
  const synced = mailFrom(conversation, change);
  await receiveMail(server.program.system, conversation.mailbox, synced, cursorAfter(synced));
}

async function outcomeOf(conversation: Conversation) {
  const { owner } = server;
  const suppressed = await owner.query('select 1 from suppressions where email = $1', [conversation.lead]);
  const lead = await owner.query('select status from campaign_leads where id = $1', [conversation.campaign_lead_id]);
  return { suppressed: suppressed.rows.length, status: lead.rows[0].status };
}

describe('a reply', () => {
  test('quotes our links as we wrote them: who opens them in the inbox is not the lead', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    const url = 'https://shop.example/prices?a=1&b="2"';
    const lead_id = conversation.campaign_lead_id;
    const given = { organization_id: person.organization_id, campaign_id: conversation.campaign_id, lead_id, url };
    const tracked = await makeTrackedLink(server.program.system, given);
    const stranger = await server.signUp();
    const foreign = await makeTrackedLink(server.program.system, {
      ...given,
      organization_id: stranger.organization_id,
      campaign_id: null,
    });
    const image = makeTrackedImage(server.program.system, lead_id);
    const forged = `${tracked.slice(0, -2)}__`;
    await deliver(conversation, {
      text: `I looked.\n\nOn Mon, 2 Mar 2026 at 09:05, Ada <ada@sender.example> wrote:\n> Our prices <${tracked}>\n> ${forged} ${foreign}`,
      html: `<p>I looked.</p><blockquote type="cite"><a href="${tracked}">our prices</a> <a href="${forged}">x</a><img src="${image}" width="1"></blockquote>`,
    });
    const params = { prospectId: conversation.prospect_id };
    const [message] = (await person.call(api.getChatHistory, { params, query: { limit: 10 } })).data.messages;
    expect(message?.quoted_text).toContain(`<${url}>`);
    expect(message?.quoted_text).toContain(`${forged} ${foreign}`);
    const stored = await server.owner.query('select html from chat_messages where id = $1', [message!.id]);
    const { html } = stored.rows[0];
    expect(html).toContain('href="https://shop.example/prices?a=1&amp;b=&quot;2&quot;"');
    expect(html).not.toContain(tracked);
    expect(html).not.toContain(image);
    expect(html).toContain(forged);
  });

  test('is not classified by our words that it quotes, for any mail program', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    const ours =
      'Hi Grace, we deliver spare parts for lines like yours within a day.\n\nIf you would rather not hear from me again, you can unsubscribe here: https://x.test/u';
    await server.owner.query('update outbound_intents set body_text = $2 where id = $1', [
      conversation.intent_id,
      ours,
    ]);
    const announced = 'On Mon, Mar 9, 2026 at 10:03 AM, Mia Torres<mia@trading.example> wrote:   ';
    await deliver(conversation, { text: `Thursday at ten works.\n\n  ${announced}${ours}` });
    const params = { prospectId: conversation.prospect_id };
    const { data } = await person.call(api.getChatHistory, { params, query: { limit: 10 } });
    expect(data.messages[0]).toMatchObject({
      message: 'Thursday at ten works.',
      quoted_text: expect.stringContaining('rather'),
    });
    expect(await outcomeOf(conversation)).toEqual({ suppressed: 0, status: 'REPLIED' });
  });

  test('by a calendar is one, although calendars call themselves automatic', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    const starts_at = new Date('2026-03-12T10:00:00Z');
    const calendar = { method: 'REPLY', answer: 'ACCEPTED', summary: 'Demo', starts_at } as const;
    await deliver(conversation, { text: '', calendar, headers: { 'auto-submitted': 'auto-generated' } });
    const params = { prospectId: conversation.prospect_id };
    const { data } = await person.call(api.getChatHistory, { params, query: { limit: 10 } });
    expect(data.messages[0]).toMatchObject({ message: 'Accepted: Demo, 12 March 10:00 UTC', kind: 'REPLY' });
    expect(await outcomeOf(conversation)).toEqual({ suppressed: 0, status: 'REPLIED' });
  });

  test('with opt-out words that mean something else suppresses no address', async () => {
    const conversation = await makeConversation(server, person.organization_id);
    await deliver(conversation, { text: "Don't email me, just call me tomorrow at ten: +31 20 123 45 67" });
    expect(await outcomeOf(conversation)).toEqual({ suppressed: 0, status: 'REPLIED' });
  });
});
