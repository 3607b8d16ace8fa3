import { unsubscribeText } from '@overture/domain/message/unsubscribe';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { toJson } from '../../../kernel/db/to-json.ts';
import { useCampaignWorld } from '../../../testing/worlds.ts';
import { updateSetting } from '../../organization-settings/index.ts';
import * as world from './run.factory.ts';

const { server, mail } = useCampaignWorld({ slow_in_ms: 100 });
const system = () => server.program.system;

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]);
const HTML =
  '<p>Hi <b>{{first_name}}</b></p><ul><li>one</li></ul><p><a href="https://acme.example/">go</a> <img src="cid:my photo.png" alt="Us"></p>';
const TEXT = 'Hi {{first_name}}\n\n- one\n\ngo (https://acme.example/) [Us]';

interface Given {
  isPlain?: boolean;
  text?: string;
  html?: string;
  requires_link?: boolean;
}

/** The mails that a lead got. */
async function send({ isPlain = false, text = TEXT, html = HTML, requires_link = false }: Given): Promise<string[]> {
  const organization_id = await world.makeOrganization(system());
  const sender = { email: `ada${organization_id}@acme.example`, smtp_port: mail.smtp_port, imap_port: mail.imap_port };
  const account_id = await world.makeMailSender(system(), organization_id, sender);
  const nodes: world.NodeSpec[] = [{ type: 'EMAIL', subject: 'Hello', message: text }];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  await system().systemTransaction((tx) => updateSetting(tx, organization_id, 'requires_link', requires_link));
  const { files } = system().ports;
  const { key } = await files.saveFile('attachments', PNG, 1000);
  await system().systemTransaction(async ({ db }) => {
    await sql`update campaign_nodes set formatted_texts = ${toJson({ a: html })}::jsonb where campaign_id = ${campaign.id}`.execute(
      db,
    );
    await sql`update campaigns set plain_text_only = ${isPlain} where id = ${campaign.id}`.execute(db);
    await sql`insert into campaign_attachments (organization_id, campaign_id, node_id, name, type, size, file_key)
      values (${organization_id}, ${campaign.id}, ${campaign.node_ids[0]!}, 'my photo.png', 'image/png', 10, ${key})`.execute(
      db,
    );
  });
  const email = `lead${organization_id}@northwind.example`;
  const prospect_ids = await world.makePeople(system(), organization_id, [{ email }]);
  await world.startPeople(system(), campaign, organization_id, prospect_ids);
  await world.runUntilQuiet(system());
  const sent = [...mail.store.mails()].filter((one) => one.recipients.includes(email));
  return sent.map(({ raw }) => raw.toString());
}

async function sendOne(given: Given): Promise<string> {
  const sent = await send(given);
  expect(sent).toHaveLength(1);
  return sent[0]!;
}

test('a formatted mail has both parts, and its image inside', async () => {
  const raw = await sendOne({});
  expect(raw).toContain('multipart/alternative');
  expect(raw).toContain('multipart/related');
  expect(raw).toContain('Content-ID: <my_20_photo.png@image>');
  const flat = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(flat).toMatch(/<p>Hi <b>[^<]+<\/b><\/p>\s*<ul><li>one<\/li><\/ul>/);
  expect(flat).toContain('<img src="cid:my_20_photo.png@image" alt="Us">');
  expect(flat).toContain('go (https://acme.example/) [Us]');
});

test('a campaign of plain text sends no HTML', async () => {
  const raw = await sendOne({ isPlain: true });
  expect(raw).not.toContain('text/html');
  expect(raw).not.toContain('multipart/alternative');
  expect(raw).toContain('- one');
});

test('where a link to unsubscribe is required, no part of a mail leaves without it', async () => {
  const text = `Hi there${unsubscribeText('en')}`;
  expect(await send({ text, html: '<p><b>Hi there</b></p>', requires_link: true })).toEqual([]);
  const html = `<p><b>Hi there</b></p><p>${unsubscribeText('en').trim()}</p>`;
  expect(await send({ text, html, requires_link: true })).toHaveLength(1);
  expect(await send({ text, html: '<p><b>Hi there</b></p>', requires_link: true, isPlain: true })).toHaveLength(1);
});

test('the first email of a lead is plain text, the next one is not', async () => {
  const organization_id = await world.makeOrganization(system());
  const sender = { email: `ada${organization_id}@acme.example`, smtp_port: mail.smtp_port, imap_port: mail.imap_port };
  const account_id = await world.makeMailSender(system(), organization_id, sender);
  const nodes: world.NodeSpec[] = [
    { type: 'EMAIL', subject: 'Hello', message: 'One' },
    { type: 'EMAIL', subject: 'Again', message: 'Two', delay_in_hours: 24 },
  ];
  const campaign = await world.makeCampaign(system(), { organization_id, account_id, nodes });
  await system().systemTransaction(({ db }) =>
    sql`update campaigns set plain_first_email = true where id = ${campaign.id}`.execute(db),
  );
  const email = `lead${organization_id}@northwind.example`;
  const prospect_ids = await world.makePeople(system(), organization_id, [{ email }]);
  await world.startPeople(system(), campaign, organization_id, prospect_ids);
  await world.runUntilQuiet(system());
  await world.moveClock(system(), 25 * 3600);
  await world.runUntilQuiet(system());
  await world.moveClock(system(), -25 * 3600);
  const sent = [...mail.store.mails()].filter((one) => one.recipients.includes(email)).map(({ raw }) => raw.toString());
  const [first, second] = sent.toSorted((one, other) => Number(one.includes('Two')) - Number(other.includes('Two')));
  expect(first).toContain('One');
  expect(first).not.toContain('text/html');
  expect(second).toContain('Two');
  expect(second).toContain('text/html');
});
