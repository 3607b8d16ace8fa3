import { api } from '@overture/contract';
import type { Endpoint, EndpointInput, EndpointOutput } from '@overture/contract/endpoint';
import { DEFAULT_SENDING_WINDOW } from '@overture/domain/sending/sending-window';
import { sql } from 'kysely';
import { apiBase } from '../../kernel/http/bind.ts';
import type { Program } from '../program.ts';
import type { SandboxAddresses } from '../sandbox.ts';
import { loadHistory } from './load-history.ts';
import { switchSamplesOn } from './sample-accounts.ts';
import { sampleLeadsCsv, sampleMapping, sampleMessages } from './sample-data.ts';
import { type Ask, buildSampleBoard, buildSampleClients } from './sample-extras.ts';

/** A sample person to sign in with, printed at start. */
export interface SampleSignIn {
  what: string;
  email: string;
  password: string;
}

/** Of the organization that pays: it has a past. */
const ADA = 'ada@sample.example';
const AGENCY = 'agency@sample.example';

const samples = [
  {
    what: 'Trial',
    email: 'trial@sample.example',
    name: 'Tess Trial',
    organization: 'Trial Sample',
    paid: false,
    agency: false,
  },
  {
    what: 'Paid, with a campaign',
    email: ADA,
    name: 'Ada Jansen',
    organization: 'Northwind Growth',
    paid: true,
    agency: false,
  },
  {
    what: 'Agency',
    email: AGENCY,
    name: 'Gus Agency',
    organization: 'Blue Agency',
    paid: true,
    agency: true,
  },
] as const;
type Sample = (typeof samples)[number];

/**
 * Fills an empty installation with sample organizations; an installation with users is left unchanged. It runs before the
 * program listens: every client that gets a response can sign in as a sample. `has_linkedin`: the stand-in speaks LinkedIn, so
 * the paying organization can have a past with LinkedIn seats.
 */
export async function seedSamples(
  program: Program,
  sandbox: SandboxAddresses,
  options: { has_linkedin: boolean },
): Promise<SampleSignIn[]> {
  const existing = await program.system.systemTransaction(async ({ db }) => {
    const rows = await sql<{ email: string }>`select email::text as email from users order by id limit 100`.execute(db);
    return rows.rows.map((row) => row.email);
  });
  const { password, hash } = await switchSamplesOn(program.system, program.system.config);
  if (existing.length === 0) {
    for (const sample of samples) {
      if (sample.email === ADA && options.has_linkedin) await loadHistory(program.system, sandbox, hash);
      else await insertSample(program, sample, hash);
    }
    const { ask, token } = await signIn(program, ADA, password);
    await buildSampleBoard(ask);
    const made = await buildSampleCampaign(program, sandbox, ask, token);
    if (options.has_linkedin) await buildLinkedinCampaign(ask, made);
    await buildSampleClients((await signIn(program, AGENCY, password)).ask);
  }
  const known = existing.length === 0 ? samples : samples.filter((sample) => existing.includes(sample.email));
  return known.map(({ what, email }) => ({ what, email, password }));
}

async function insertSample(program: Program, sample: Sample, hash: string): Promise<void> {
  await program.system.systemTransaction(async ({ db }) => {
    await sql`with made as (
        insert into organizations (name, active_subscription, had_subscription, is_agency, is_whitelabel, email_credits, onboarded_at)
        values (${sample.organization}, ${sample.paid}, ${sample.paid}, ${sample.agency}, ${sample.agency}, ${sample.paid ? 750 : 100}, app_now())
        returning organization_id)
      insert into users (organization_id, email, name, role, password_hash, verified_at)
      select organization_id, ${sample.email}, ${sample.name}, 'USER', ${hash}, app_now() from made`.execute(db);
  });
}

/** A mailbox, a list and a campaign that is running: its simulated prospects answer while one looks. */
async function buildSampleCampaign(
  program: Program,
  sandbox: SandboxAddresses,
  ask: Ask,
  token: string,
): Promise<{ search_id: number; email_account_id: number }> {
  const server = (address: string) => {
    const [host = '', port] = address.split(':');
    return { host, port: Number(port), secure: false, username: ADA, password: 'sandbox' };
  };
  const { account } = await ask(api.connectMailbox, {
    body: { name: samples[1].name, email: ADA, imap: server(sandbox.imap), smtp: server(sandbox.smtp) },
  });
  await ask(api.updateAccount, { params: { id: account.id }, body: { send_gap_in_seconds: 15 } });
  const search = await ask(api.createSearch, { body: { name: 'Marketing directors NL' } });
  await importSample(program, token, search.id);
  await addPhones(ask, search.id);
  const { campaign } = await ask(api.createCampaign, { body: { name: 'Autumn outreach' } });
  await ask(api.updateCampaign, {
    params: { id: campaign.id },
    body: { ...OFFICE_HOURS, email_account_id: account.id },
  });
  await buildFlow(ask, campaign.id);
  await ask(api.addToCampaign, { params: { id: search.id }, body: { campaign: campaign.id, amount: MAILED_LEADS } });
  await ask(api.activateCampaign, { params: { id: campaign.id }, body: { email_account_id: account.id } });
  return { search_id: search.id, email_account_id: account.id };
}

/** A campaign over all channels, begun with an invite, for the leads that the first campaign has left. */
async function buildLinkedinCampaign(
  ask: Ask,
  { search_id, email_account_id }: { search_id: number; email_account_id: number },
): Promise<void> {
  const { accounts } = await ask(api.listAccounts, {});
  const linkedin_account_id = accounts.find(({ account_type }) => account_type === 'LINKEDIN')?.id;
  const senders = { email_account_id, linkedin_account_id };
  const made = await ask(api.createFromTemplate, { body: { template_id: 12, name: 'LinkedIn first, then email' } });
  const { id, first_step } = made.campaign;
  // Something is visible immediately: the invite is sent without the visit and the day before it.
  if (first_step) await ask(api.deleteStep, { params: { id, stepId: first_step }, query: {} });
  const { campaign } = await ask(api.updateCampaign, { params: { id }, body: { ...OFFICE_HOURS, ...senders } });
  if (campaign.first_step) {
    await ask(api.setDelay, { params: { id, stepId: campaign.first_step }, body: { delay_in_hours: 0 } });
  }
  await ask(api.addToCampaign, { params: { id: search_id }, body: { campaign: id, amount: 48 } });
  await ask(api.activateCampaign, { params: { id }, body: senders });
}

async function signIn(program: Program, email: string, password: string): Promise<{ ask: Ask; token: string }> {
  const { data } = await call(program, null, api.login, {
    body: { email, password },
  });
  const token = data?.token ?? '';
  return { token, ask: (endpoint, input) => call(program, token, endpoint, input) };
}

const OFFICE_HOURS = { timezone: 'Europe/Amsterdam', sending_window: DEFAULT_SENDING_WINDOW };
/** Of the sample's 48; the others are for LinkedIn. */
const MAILED_LEADS = 30;

/** Mail, then a call where there is a number and a second mail where there is none. */
async function buildFlow(ask: Ask, id: number): Promise<void> {
  const add = async (
    step: 'EMAIL' | 'CALL_PROSPECT' | 'HAS_PHONE',
    parent: number | null,
    is_yes_child: boolean | null = null,
  ) => (await ask(api.addStep, { params: { id }, body: { step, parent, is_yes_child } })).new_step.id;
  const write = (
    stepId: number,
    message: { subject_line: string; message: string; placeholder_message: string },
    delay_in_hours: number,
  ) => ask(api.updateStep, { params: { id, stepId }, body: { ...message, delay_in_hours } });
  const first = await add('EMAIL', null);
  await write(first, sampleMessages.first, 0);
  const condition = await add('HAS_PHONE', first);
  const phoneCall = await add('CALL_PROSPECT', condition, true);
  await ask(api.setDelay, { params: { id, stepId: phoneCall }, body: { delay_in_hours: 48 } });
  const second = await add('EMAIL', condition, false);
  await write(second, sampleMessages.second, 72);
}

/** Every fourth of the newest leads has a phone number: the condition has two branches. */
async function addPhones(ask: Ask, id: number): Promise<void> {
  const { prospects } = await ask(api.listSearchProspects, { params: { id }, query: { page: 1 } });
  const called = prospects.filter((_, index) => index % 4 === 0);
  for (const [index, prospect] of called.entries()) {
    await ask(api.updateProspect, {
      params: { id: prospect.id },
      body: { phone_number: `+31 20 555 ${1000 + index * 37}` },
    });
  }
}

async function importSample(program: Program, token: string, id: number): Promise<void> {
  const boundary = 'overture-sample';
  const part = (head: string, body: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const payload = [
    part('name="file_name"', 'marketing-directors.csv'),
    part('name="column_mapping"', JSON.stringify(sampleMapping)),
    part('name="file_content"; filename="marketing-directors.csv"\r\ncontent-type: text/csv', sampleLeadsCsv()),
    `--${boundary}--\r\n`,
  ].join('');
  const response = await program.app.inject({
    method: 'POST',
    url: apiBase + api.importCsv.path.replace('{id}', String(id)),
    headers: { jwt: token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  });
  if (response.statusCode >= 300) throw new Error(`The sample leads were refused: ${response.body}`);
}

/** The samples are created through the product's own calls: they are what a user could have created. */
async function call<E extends Endpoint>(
  program: Program,
  token: string | null,
  endpoint: E,
  input: EndpointInput<E>,
): Promise<EndpointOutput<E>> {
  const { params, query, body } = input as {
    params?: Record<string, unknown>;
    query?: Record<string, string>;
    body?: object;
  };
  const response = await program.app.inject({
    method: endpoint.method,
    url: apiBase + endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name])),
    headers: token ? { jwt: token } : {},
    ...(query ? { query } : {}),
    ...(endpoint.method === 'GET' ? {} : { payload: body ?? {} }),
  });
  if (response.statusCode >= 300) throw new Error(`${endpoint.path} refused a sample: ${response.body}`);
  return response.json();
}
