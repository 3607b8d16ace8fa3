import { api } from '@overture/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../kernel/password-hash.ts';
import { getStoredConnection } from '../../slices/mailbox-connections/index.ts';
import { createClient, useTestServer } from '../../testing/harness.ts';
import { type MailWorld, startMailWorld } from '../../testing/mail-world.ts';
import type { SandboxAddresses } from '../sandbox.ts';
import { readHistory, type SampleHistory } from './history-file.ts';
import { loadHistory } from './load-history.ts';

const server = useTestServer({ is_alone: true });
const login = { email: 'ada@sample.example', password: 'the sample password of a test' };
const dayOf = (days_ago: number): string => new Date(Date.now() - days_ago * 86_400_000).toISOString().slice(0, 10);
const RANGE = { start_date: dayOf(200), end_date: dayOf(0) };
let world: MailWorld;
let addresses: SandboxAddresses;
let history: SampleHistory;
let hash: string;

beforeAll(async () => {
  world = await startMailWorld();
  const { http_url, smtp, imap, dns, clamd } = world.sandbox.addresses;
  const at = ({ host, port }: { host: string; port: number }): string => `${host}:${port}`;
  addresses = {
    http: new URL(http_url).host,
    smtp: at(smtp),
    imap: at(imap),
    dns: at(dns),
    clamd: at(clamd),
    moved: new Map(),
  };
  // Rows exist already: no id of the file is free.
  await server.signUp();
  hash = await hashPassword(login.password);
  history = await readHistory();
  await loadHistory(server.program.system, addresses, hash);
});
afterAll(() => world.close());

const one = async (query: string): Promise<number> => Number((await server.owner.query(query)).rows[0]?.n);
const ofSample = `organization_id = (select organization_id from users where email = '${login.email}')`;

async function signIn() {
  const { data } = await server.anonymous.call(api.login, { body: login });
  return createClient(server.program, (data as { data: { token: string } }).data.token);
}

describe('the history of the sample', () => {
  test('is complete in the current tables', async () => {
    for (const { name, columns } of history.tables) {
      const rows = columns[0]?.values.length ?? 0;
      expect([name, await one(`select count(*) as n from ${name} where ${ofSample}`)]).toEqual([name, rows]);
    }
  });

  test('has sums that equal a recount of its facts', async () => {
    const sums = `sum(emails_sent) as emails, sum(linkedin_messages_sent) as messages, sum(invites_sent) as invites,
      sum(invites_accepted) as accepted, sum(contacted) as contacted, sum(replies) as replies, sum(interested) as interested`;
    const count = (...types: string[]) => `count(*) filter (where type in ('${types.join("','")}'))`;
    const facts = `${count('email_sent')} as emails, ${count('linkedin_message_sent', 'inmail_sent')} as messages,
      ${count('invite_sent')} as invites, ${count('invite_accepted')} as accepted, ${count('contacted')} as contacted,
      ${count('replied')} as replies, ${count('interested')} as interested`;
    const by = 'organization_id, campaign_id, account_id';
    const days = await server.owner.query(
      `select day::text, ${by}, ${sums} from organization_days where ${ofSample} group by day, ${by} order by day, ${by}`,
    );
    const recount = await server.owner.query(
      `select (occurred_at at time zone 'UTC')::date::text as day, ${by}, ${facts} from campaign_events where ${ofSample}
        group by 1, ${by} order by 1, ${by}`,
    );
    expect(days.rows).toEqual(recount.rows);
    expect(days.rows.length).toBeGreaterThan(60);
    expect(await one(`select sum(total) as n from campaign_counts where ${ofSample}`)).toBe(
      await one(`select count(*) as n from campaign_leads where archived_at is null and ${ofSample}`),
    );
  });

  test('is visible to its own user only', async () => {
    const ada = await signIn();
    const { data } = await ada.call(api.getOrganizationAnalytics, { query: RANGE });
    const sent = data.analytics.daily_metrics.reduce((sum, day) => sum + day.emails_sent, 0);
    expect(sent).toBe(await one(`select count(*) as n from campaign_events where type = 'email_sent' and ${ofSample}`));
    const campaigns = (await ada.call(api.listCampaigns)).data.campaigns;
    expect(new Set(campaigns.map(({ status }) => status))).toEqual(new Set(['DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED']));
    const chats = (await ada.call(api.listChats, { query: {} })).data.chats;
    expect(chats.length).toBeGreaterThan(10);
    const other = await server.signUp();
    expect((await other.call(api.listCampaigns)).data.campaigns).toEqual([]);
    expect((await other.call(api.listChats, { query: {} })).data.chats).toEqual([]);
    expect((await other.call(api.getCampaign, { params: { id: campaigns[0]!.id } })).status).toBe(404);
  });

  test('ends yesterday or on the last working day before, with nothing left in doubt', async () => {
    const { rows } = await server.owner.query(
      `select max(occurred_at) as last, min(occurred_at) as first from campaign_events where ${ofSample}`,
    );
    const daysAgo = (instant: Date): number => (Date.now() - instant.getTime()) / 86_400_000;
    expect(daysAgo(rows[0].last)).toBeGreaterThan(0);
    expect(daysAgo(rows[0].last)).toBeLessThan(4);
    expect(daysAgo(rows[0].first)).toBeGreaterThan(80);
    expect(await one(`select count(*) as n from chat_messages where sent_at > now() and ${ofSample}`)).toBe(0);
    const open = `state in ('dispatching', 'unknown')`;
    expect(await one(`select count(*) as n from outbound_intents where ${open} and ${ofSample}`)).toBe(0);
  });

  test('has working senders: seats that the sandbox knows, mailboxes with its servers', async () => {
    const { rows } = await server.owner.query(
      `select id, account_type, provider_account_id from accounts where ${ofSample} order by id`,
    );
    const answer = await fetch(`http://${addresses.http}/unipile/__control/state`);
    const { accounts } = (await answer.json()) as { accounts: { id: string; status: string }[] };
    for (const { id, account_type, provider_account_id } of rows) {
      if (account_type === 'LINKEDIN') {
        expect(accounts.find((seat) => seat.id === provider_account_id)?.status).toBe('OK');
        continue;
      }
      const stored = await server.program.system.systemTransaction((tx) =>
        getStoredConnection({ ...tx, vault: server.program.system.vault }, id),
      );
      expect(stored).toMatchObject({ smtp: { port: world.sandbox.addresses.smtp.port, password: 'sandbox' } });
    }
  });

  test('is not loaded twice', async () => {
    const before = await one('select count(*) as n from prospects');
    await expect(loadHistory(server.program.system, addresses, hash)).rejects.toThrow(/users_email_key/);
    expect(await one('select count(*) as n from prospects')).toBe(before);
  });
});
