import type { PicturesPort } from '@overture/adapters/pictures/pictures.port';
import { api } from '@overture/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createClient, useTestServer } from '../../testing/harness.ts';
import { cleanMailHtml } from './mail/mail-html.rules.ts';

const asked: string[] = [];
const picture = { type: 'image/gif', bytes: Buffer.from('GIF89a') } as const;
const pictures: PicturesPort = {
  redrawPicture: async () => null,
  async fetchPicture(address) {
    asked.push(address);
    return address.includes('broken') ? null : picture;
  },
  close: async () => undefined,
};
const server = useTestServer({ roles: ['web'], pictures });
type Person = Awaited<ReturnType<typeof server.signUp>>;

/** A mail in a conversation, cleaned as received ones are. */
async function receive(person: Person, html: string): Promise<{ id: number; messageId: number }> {
  const clean = cleanMailHtml(html);
  return server.program.system.systemTransaction(async ({ db }) => {
    const lead = await sql<{
      id: number;
    }>`insert into prospects (organization_id, first_name) values (${person.organization_id}, 'Grace')
      returning id`.execute(db);
    const id = lead.rows[0]!.id;
    await sql`insert into chats (organization_id, prospect_id, last_message_at)
      values (${person.organization_id}, ${id}, app_now())`.execute(db);
    const message = await sql<{
      id: number;
    }>`insert into chat_messages (organization_id, prospect_id, kind, delivery, sent_by_prospect,
        message, html, has_remote_content, sent_at)
      values (${person.organization_id}, ${id}, 'REPLY', 'SENT', true, 'x', ${clean.html}, ${clean.has_remote_content}, app_now())
      returning id`.execute(db);
    return { id, messageId: message.rows[0]!.id };
  });
}

const pixel = 'https://track.example/open.gif?a=1&b="2"';
const html = `<p>Hi</p><img src='${pixel}'>`;
const stored = new URL(pixel).href;

test('a picture of a mail comes through us, as a picture and nothing else', async () => {
  const person = await server.signUp();
  const params = await receive(person, html);
  asked.length = 0;
  const answer = await person.call(api.getMailPicture, { params, query: { address: stored } });
  expect([answer.status, asked]).toEqual([200, [stored]]);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/gif',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'private, max-age=86400',
    'cross-origin-resource-policy': 'same-origin',
  });
});

test('only for its organization, only of that mail, only with a session', async () => {
  const [owner, stranger] = [await server.signUp(), await server.signUp()];
  const [params, other] = [await receive(owner, html), await receive(owner, '<p>https://other.example/x.gif</p>')];
  asked.length = 0;
  const status = async (who: Pick<Person, 'call'>, where: typeof params, address: string) =>
    (await who.call(api.getMailPicture, { params: where, query: { address } })).status;
  expect(await status(stranger, params, stored)).toBe(404);
  expect(await status(createClient(server.program, null), params, stored)).toBe(401);
  expect(await status(owner, other, stored)).toBe(404);
  expect(await status(owner, { ...params, messageId: other.messageId }, 'https://other.example/x.gif')).toBe(404);
  for (const address of [
    'https://other.example/x.gif',
    stored.slice(0, -1),
    `${stored}x`,
    'http://127.0.0.1/',
    '"',
    '%00',
  ]) {
    expect(await status(owner, params, address)).toBe(404);
  }
  expect(asked).toEqual([]);
});

test('what is no picture is not found', async () => {
  const person = await server.signUp();
  const params = await receive(person, '<img src="https://broken.example/a.gif">');
  const answer = await person.call(api.getMailPicture, { params, query: { address: 'https://broken.example/a.gif' } });
  expect(answer.status).toBe(404);
});

test('pictures of people: over TLS, with a session, not without end', async () => {
  const person = await server.signUp();
  const get = (address: string) => person.call(api.getPicture, { query: { address } });
  expect((await get('https://media.example/ada.jpg')).headers['content-type']).toBe('image/gif');
  expect((await get('http://media.example/ada.jpg')).status).toBe(400);
  expect((await get('javascript:alert(1)')).status).toBe(400);
  expect(
    (await server.anonymous.call(api.getPicture, { query: { address: 'https://media.example/ada.jpg' } })).status,
  ).toBe(401);
  const statuses: number[] = [];
  // The time a slow machine needs is added to the limit: it continues until all is used up.
  while (!statuses.includes(429) && statuses.length < 5_000) {
    const many = Array.from({ length: 310 }, async () => (await get('https://media.example/ada.jpg')).status);
    statuses.push(...(await Promise.all(many)));
  }
  expect(statuses).toContain(429);
  expect(statuses.every((status) => [200, 429, 503].includes(status))).toBe(true);
});
