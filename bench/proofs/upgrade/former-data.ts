import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { MailSandbox } from '../../../sandbox/src/mail/mail-sandbox.ts';
import { hashToken, newToken } from '../../../server/src/kernel/crypto.ts';
import { request } from '../../support/request.ts';

export interface Caller {
  call<Answer = Record<string, never>>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The same person at another process. */
  at(url: string): Caller;
}

/** @throws for a response other than 2xx, with its text */
function createCaller(url: string, token: string): Caller {
  return {
    at: (other) => createCaller(other, token),
    async call<Answer>(method: string, path: string, body?: unknown) {
      const isForm = body instanceof FormData;
      const response = await request(`${url}/api/v1${path}`, {
        method,
        headers: { jwt: token, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 400)}`);
      return JSON.parse(text) as Answer;
    },
  };
}

/** A person with a session, written by SQL: to sign up, one reads a code in a mail. */
export async function makePerson(client: pg.Client, url: string): Promise<Caller> {
  const token = newToken();
  await client.query(
    `with made as (
       insert into organizations (name, active_subscription, extra_email_accounts) values ('Northlight', true, 50)
       returning organization_id
     ), person as (
       insert into users (organization_id, email, name, role, verified_at)
       select organization_id, 'ada@northlight.example', 'Ada', 'USER', now() from made returning organization_id, id
     )
     insert into sessions (token_hash, organization_id, user_id, expires_at)
     select $1, organization_id, id, now() + interval '7 days' from person`,
    [hashToken(token)],
  );
  return createCaller(url, token);
}

export interface Size {
  senders: number;
  leads_per_sender: number;
  gap_in_seconds: number;
  /** Of a list that no campaign has. */
  other_leads: number;
}

/** Mailboxes with a campaign of one email each, by the calls that the former release has. */
export async function fillFormer(caller: Caller, mail: MailSandbox, size: Size): Promise<number[]> {
  const campaigns: number[] = [];
  for (let place = 0; place < size.senders; place += 1) {
    const account_id = await connectMailbox(caller, mail, `sender${place}@northlight.example`, size.gap_in_seconds);
    const lines = Array.from(
      { length: size.leads_per_sender },
      (_, n) => `Kim${n},Reader,kim${n}.${place}@northwind.example,Northwind ${n}`,
    );
    const list = await importList(caller, `Leads ${place}`, lines);
    campaigns.push(await startCampaign(caller, { place, list, account_id, amount: lines.length }));
  }
  const others = Array.from({ length: size.other_leads }, (_, n) => `Jo${n},Other,jo${n}@elsewhere.example,House ${n}`);
  if (others.length > 0) await importList(caller, 'Others', others);
  return campaigns;
}

async function connectMailbox(caller: Caller, mail: MailSandbox, email: string, gap: number): Promise<number> {
  mail.store.openAccount(email, { keeps_sent_copies: true, replaces_message_ids: false });
  const login = { host: '127.0.0.1', secure: false, username: email, password: 'sandbox' };
  const { account } = await caller.call<{ account: { id: number } }>('POST', '/email/imap/', {
    name: 'Ada Jansen',
    email,
    imap: { ...login, port: mail.imap_port },
    smtp: { ...login, port: mail.smtp_port },
  });
  await caller.call('PUT', `/accounts/${account.id}/`, {
    send_gap_in_seconds: gap,
    natural_rhythm: false,
    ramp: 'off',
    email_max_messages: 40,
  });
  return account.id;
}

async function importList(caller: Caller, name: string, lines: readonly string[]): Promise<number> {
  const { id } = await caller.call<{ id: number }>('POST', '/searches/', { name });
  const columns = { first_name: 'First', last_name: 'Last', email: 'Mail', company_name: 'Company' };
  const form = new FormData();
  form.set('file_name', 'leads.csv');
  form.set('column_mapping', JSON.stringify(columns));
  const text = [Object.values(columns).join(','), ...lines].join('\n');
  form.set('file_content', new Blob([text], { type: 'text/csv' }), 'leads.csv');
  await caller.call('POST', `/searches/${id}/import-csv/`, form);
  return id;
}

async function startCampaign(
  caller: Caller,
  { place, list, account_id, amount }: { place: number; list: number; account_id: number; amount: number },
): Promise<number> {
  const { campaign } = await caller.call<{ campaign: { id: number } }>('POST', '/campaigns/', {
    name: `Hello ${place}`,
  });
  const path = `/campaigns/${campaign.id}/`;
  const sending_window = { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' };
  await caller.call('PUT', path, { timezone: 'UTC', sending_window });
  const { new_step } = await caller.call<{ new_step: { id: number } }>('POST', `${path}steps/`, { step: 'EMAIL' });
  const texts = { subject_line: 'A question about {{company_name}}', message: 'Hello {{first_name}}, shall we talk?' };
  await caller.call('PUT', `${path}steps/${new_step.id}/`, { delay_in_hours: 0, ...texts });
  // The import runs in the background.
  for (let tries = 0; ; tries += 1) {
    const { search } = await caller.call<{ search: { total_prospects?: number } }>('GET', `/search/${list}/`);
    if ((search.total_prospects ?? 0) >= amount) break;
    if (tries > 300) throw new Error(`The list ${list} has ${search.total_prospects} of ${amount} leads.`);
    await sleep(200);
  }
  await caller.call('POST', `/search/${list}/prospects/add-to-campaign/`, {
    campaign: campaign.id,
    amount,
    search_or_campaign: 'search',
    allow_duplicates: true,
  });
  await caller.call('POST', `${path}activate/`, { email_account_ids: [account_id] });
  return campaign.id;
}
