import { setTimeout as sleep } from 'node:timers/promises';
import { call, control, type Month } from './month-calls.ts';
import { addSnippets, makeOwnSnippet } from './month-snippets.ts';

export interface MonthOptions {
  leads: number;
  senders: number;
  days: number;
  /** Least seconds between two actions of a sender, at every other pair of senders: a month of gaps takes hours to see. */
  gap_in_seconds: number;
}

/** 'Every channel, one after the other': visit, invite, accepted or not, messages, withdrawal, emails, InMail. */
const TEMPLATE = 12;

interface Created {
  campaign: { id: number; steps: Parameters<typeof addSnippets>[2] };
}

export async function startCampaign(month: Month, place: number, options: MonthOptions): Promise<void> {
  const { leads, senders } = options;
  const gap_in_seconds = place % 2 === 1 ? options.gap_in_seconds : 0;
  const linkedin = await connectLinkedin(month, gap_in_seconds);
  const mailbox = await connectMailbox(month, `ada${place}@mine.example`, gap_in_seconds);
  const list = await importLeads(month, place, Math.ceil(leads / senders));
  const { campaign } = await call<Created>(month, 'POST', '/campaigns/templates/create/', {
    template_id: TEMPLATE,
    name: `Every channel ${place + 1}`,
  });
  month.snippet ??= await makeOwnSnippet(month);
  await addSnippets(month, campaign.id, campaign.steps);
  const path = `/campaigns/${campaign.id}/`;
  const settings = { timezone: 'UTC', linkedin_account_id: linkedin.id, email_account_id: mailbox.id };
  const saved = await call<{ campaign: Record<string, number> }>(month, 'PUT', path, settings);
  await call(month, 'POST', `/search/${list}/prospects/add-to-campaign/`, {
    campaign: campaign.id,
    amount: leads,
    search_or_campaign: 'search',
    allow_duplicates: true,
  });
  const accounts = { linkedin_account_id: linkedin.id, email_account_id: mailbox.id };
  await call(month, 'POST', `${path}activate/`, accounts);
  const capOf = (name: string, account: Record<string, number>) =>
    Math.min(account[name] ?? Number.POSITIVE_INFINITY, saved.campaign[name] ?? Number.POSITIVE_INFINITY);
  month.senders.push({
    campaign_id: campaign.id,
    seat: linkedin.seat,
    address: mailbox.email,
    gap_in_seconds,
    caps: {
      invite: capOf('linkedin_max_connections', linkedin.account),
      message: capOf('linkedin_max_messages', linkedin.account),
      email: capOf('email_max_messages', mailbox.account),
      week: linkedin.account.linkedin_weekly_invites ?? 100,
    },
  });
}

type Account = Record<string, number> & { id: number };

export async function connectLinkedin(
  month: Month,
  send_gap_in_seconds: number,
): Promise<{ id: number; seat: string; account: Account }> {
  const known = await seatsOf(month);
  const { url } = await call<{ url: string }>(month, 'POST', '/linkedin/link/', {});
  await control(month, '/unipile/__control/connect', { url, as: 'SALES_NAVIGATOR' });
  for (let tries = 0; tries < 300; tries += 1) {
    const added = (await seatsOf(month)).find(({ id }) => !known.some((seat) => seat.id === id));
    if (added) {
      const { account } = await call<{ account: Account }>(month, 'PUT', `/accounts/${added.id}/`, {
        send_gap_in_seconds,
      });
      return { ...added, account };
    }
    await sleep(200);
  }
  throw new Error('the LinkedIn account was not connected within a minute');
}

async function seatsOf({ server, person }: Month): Promise<{ id: number; seat: string }[]> {
  const { rows } = await server.owner.query(
    "select id::int, provider_account_id as seat from accounts where organization_id = $1 and account_type = 'LINKEDIN'",
    [person.organization_id],
  );
  return rows;
}

export async function connectMailbox(month: Month, email: string, send_gap_in_seconds: number, name = 'Ada Jansen') {
  const { sandbox_mail } = await call<{ sandbox_mail: { imap: object; smtp: object; password: string } }>(
    month,
    'GET',
    '/app/',
  );
  const { imap, smtp, password } = sandbox_mail;
  const made = await call<{ account: Account }>(month, 'POST', '/email/imap/', {
    name,
    email,
    imap: { ...imap, username: email, password },
    smtp: { ...smtp, username: email, password },
  });
  const { id } = made.account;
  const { account } = await call<{ account: Account }>(month, 'PUT', `/accounts/${id}/`, { send_gap_in_seconds });
  return { id, email, account };
}

/**
 * Three of five have an email address; all have a profile. One in ten has a company without any pages, and another one
 * has a website that does not answer.
 */
function leadLine(place: number, n: number): string {
  const name = `kim${place}x${n}`;
  const isUnknown = n % 10 === 7;
  const company = isUnknown ? '' : `Northwind ${n % 50}`;
  const email = n % 5 < 3 && !isUnknown ? `${name}@northwind${n % 50}.example` : '';
  const website = isUnknown ? '' : `${n % 10 === 8 ? 'down' : 'northwind'}${n % 50}.example`;
  return [name, 'Reader', email, `https://www.linkedin.com/in/${name}-reader`, 'Director', company, website].join(',');
}

async function importLeads(month: Month, place: number, amount: number): Promise<number> {
  const columns = {
    first_name: 'First',
    last_name: 'Last',
    email: 'Mail',
    linkedin_url: 'Profile',
    job_title: 'Title',
    company_name: 'Company',
    company_website_url: 'Website',
  };
  const lines = Array.from({ length: amount }, (_, n) => leadLine(place, n));
  return importList(month, `Leads ${place + 1}`, columns, lines);
}

/** A list of leads from the lines of a CSV file, whose header the columns name. @returns its id */
export async function importList(
  month: Month,
  name: string,
  columns: Record<string, string>,
  lines: readonly string[],
): Promise<number> {
  const search = await call<{ id: number }>(month, 'POST', '/searches/', { name });
  const form = new FormData();
  form.set('file_name', 'leads.csv');
  form.set('column_mapping', JSON.stringify(columns));
  const text = [Object.values(columns).join(','), ...lines].join('\n');
  form.set('file_content', new Blob([text], { type: 'text/csv' }), 'leads.csv');
  const answer = await fetch(`${month.server.url}/api/v1/searches/${search.id}/import-csv/`, {
    method: 'POST',
    headers: month.person.headers,
    body: form,
  });
  if (!answer.ok) throw new Error(`the leads were not imported: ${await answer.text()}`);
  return search.id;
}
