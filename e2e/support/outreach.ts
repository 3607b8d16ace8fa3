import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { sandboxUrl } from './person.ts';

const knownOrigins = new WeakMap<APIRequestContext, string>();

/** A cookie is only believed when the request says it comes from the application. */
async function origin(request: APIRequestContext): Promise<string> {
  const known = knownOrigins.get(request) ?? new URL((await request.get('/healthz')).url()).origin;
  knownOrigins.set(request, known);
  return known;
}

/** One call of the API with the session of the page; throws with the answer when it is refused. */
export async function api<Answer = Record<string, never>>(
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<Answer> {
  const answer = await request.fetch(`/api/v1${path}`, {
    method,
    headers: { origin: await origin(request) },
    ...(data ? { data } : {}),
  });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Answer;
}

/** Sends a command to the sandbox; see sandbox/README.md for the calls. */
export async function control<Answer = unknown>(
  request: APIRequestContext,
  path: string,
  data: object,
): Promise<Answer> {
  const answer = await request.post(`${await sandboxUrl(request)}/__control/${path}`, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Answer;
}

let mailboxes = 0;

/** A unique address of the sandbox. */
export function newMailbox(): string {
  mailboxes += 1;
  return `sender${Date.now()}-${mailboxes}@mine.example`;
}

/** Connects a sandbox mailbox by the API, without a pause between its mails. */
export async function connectMailbox(request: APIRequestContext, email: string, name = 'Ada Jansen'): Promise<number> {
  const info = await api<{ sandbox_mail: { imap: object; smtp: object; password: string } }>(request, 'GET', '/app/');
  const { imap, smtp, password } = info.sandbox_mail;
  const { account } = await api<{ account: { id: number } }>(request, 'POST', '/email/imap/', {
    name,
    email,
    imap: { ...imap, username: email, password },
    smtp: { ...smtp, username: email, password },
  });
  await api(request, 'PUT', `/accounts/${account.id}/`, { send_gap_in_seconds: 0 });
  return account.id;
}

export interface CampaignLead {
  first_name: string;
  last_name: string;
  email: string;
  phone_number?: string;
}

/** A list with these leads. */
export async function createList(
  request: APIRequestContext,
  name: string,
  leads: readonly CampaignLead[],
): Promise<number> {
  const search = await api<{ id: number }>(request, 'POST', '/searches/', { name });
  const columns = {
    first_name: 'First',
    last_name: 'Last',
    email: 'Mail',
    linkedin_url: 'Profile',
    company_name: 'Company',
    phone_number: 'Phone',
  };
  const rows = leads.map((lead) => {
    const profile = `https://www.linkedin.com/in/${lead.email.replace(/[^a-z0-9]+/gi, '-')}`;
    return [lead.first_name, lead.last_name, lead.email, profile, 'Northlight', lead.phone_number ?? ''].join(',');
  });
  await importRows(request, search.id, columns, rows);
  return search.id;
}

/** A running campaign of two mails, the second a day later, open around the clock. */
export async function startCampaign(page: Page, accountId: number, leads: readonly CampaignLead[]): Promise<number> {
  const { request } = page;
  const list = await createList(request, 'Leads of the test', leads);
  const { campaign } = await api<{ campaign: { id: number } }>(request, 'POST', '/campaigns/', {
    name: 'Spring outreach',
  });
  const { id } = campaign;
  await api(request, 'PUT', `/campaigns/${id}/`, {
    email_account_id: accountId,
    timezone: 'UTC',
    sending_window: { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' },
  });
  const add = async (parent: number | null) => {
    const answer = await api<{ new_step: { id: number } }>(request, 'POST', `/campaigns/${id}/steps/`, {
      step: 'EMAIL',
      parent,
    });
    return answer.new_step.id;
  };
  const first = await add(null);
  const second = await add(first);
  const write = (step: number, subject_line: string, message: string, delay_in_hours: number) =>
    api(request, 'PUT', `/campaigns/${id}/steps/${step}/`, { subject_line, message, delay_in_hours });
  await write(first, 'A question', 'Hi {{first_name}},\n\nDo you have ten minutes this week?', 0);
  await write(second, 'Re: A question', 'Hi {{first_name}},\n\nDid you see my mail?', 24);
  await api(request, 'POST', `/search/${list}/prospects/add-to-campaign/`, { campaign: id, amount: leads.length });
  await api(request, 'POST', `/campaigns/${id}/activate/`, { email_account_id: accountId });
  return id;
}

async function importRows(
  request: APIRequestContext,
  id: number,
  columns: Record<string, string>,
  rows: readonly string[],
): Promise<void> {
  const answer = await request.post(`/api/v1/searches/${id}/import-csv/`, {
    headers: { origin: await origin(request) },
    multipart: {
      file_name: 'leads.csv',
      column_mapping: JSON.stringify(columns),
      file_content: {
        name: 'leads.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from([Object.values(columns).join(','), ...rows].join('\n')),
      },
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}
