import { api } from '@overture/contract';
import type { EndpointInput } from '@overture/contract/endpoint';
import { countSent, type FieldPerson, type FieldStage, listSent, rest, until } from './field-stage.ts';

/** Senders, lists and campaigns, made by the calls that a browser makes. */

/** Mailboxes can send all mails at the same time: the cases are about the replies. */
async function openSender({ owner }: FieldStage, person: FieldPerson, id: number): Promise<number> {
  await person.call(api.updateAccount, { params: { id }, body: { own_domain_max_messages: 0 } });
  await owner.query(
    "update accounts set email_max_messages = 1000, send_gap_in_seconds = 0, natural_rhythm = false, ramp = 'off' where id = $1",
    [id],
  );
  return id;
}

export async function connectMailbox(
  stage: FieldStage,
  person: FieldPerson,
  email: string,
  name = 'Mia Torres',
): Promise<number> {
  const { smtp, imap, password } = stage.world.sandbox.addresses;
  const login = { username: email, password, secure: false };
  const { account } = await person.call(api.connectMailbox, {
    body: { name, email, imap: { ...login, ...imap }, smtp: { ...login, ...smtp } },
  });
  return openSender(stage, person, account.id);
}

/** A mailbox at Gmail's stand-in, by consent. */
export async function connectGmail(stage: FieldStage, person: FieldPerson, email: string): Promise<number> {
  await stage.world.control('/google/__control/oauth', { auto_approve: email });
  const { url } = await person.call(api.connectEmail, { body: { provider: 'GOOGLE' } });
  const back = await stage.world.visit(url);
  const { account } = await person.call(api.finishEmailConsent, { body: back as { state: string } });
  await until('the mailbox is being read', async () => {
    const { accounts } = await person.call(api.listAccounts);
    return accounts.some(({ id, status }) => id === account.id && status === 'OK');
  });
  return openSender(stage, person, account.id);
}

export interface FieldLead {
  email: string;
  first_name?: string;
  last_name?: string;
  company_name?: string;
}

/** A list of leads, brought by a file; answers the list and the people by address. */
export async function importLeads(stage: FieldStage, person: FieldPerson, leads: readonly FieldLead[]) {
  const { id } = await person.call(api.createSearch, { body: { name: `Leads ${leads[0]?.email}` } });
  const columns = {
    first_name: 'First',
    last_name: 'Last',
    email: 'Mail',
    linkedin_url: 'Profile',
    company_name: 'Company',
  };
  const lines = leads.map(({ email, first_name = 'Ada', last_name = 'Jansen', company_name = 'Acme Tools' }) =>
    [first_name, last_name, email, `https://www.linkedin.com/in/${email.replace(/\W/g, '-')}`, company_name].join(),
  );
  const text = [Object.values(columns).join(), ...lines].join('\n');
  const file = { name: 'leads.csv', bytes: new TextEncoder().encode(text) };
  await person.call(
    api.importCsv,
    { params: { id }, body: { file_name: file.name, column_mapping: JSON.stringify(columns) } },
    file,
  );
  const { rows } = await stage.owner.query(
    'select p.id::int, p.email::text from prospects p join search_prospects s on s.prospect_id = p.id where s.search_id = $1',
    [id],
  );
  return { list: id, people: new Map(rows.map((row) => [String(row.email), Number(row.id)])) };
}

export interface FieldStep {
  subject: string;
  message: string;
  delay_in_hours: number;
}

type Settings = EndpointInput<typeof api.updateCampaign>['body'];

const ALWAYS = { days: [1, 2, 3, 4, 5, 6, 7], start: '00:00', end: '24:00' };

/** Mails of a campaign a day. */
export const MOST_A_CAMPAIGN = 40;

/** A campaign of mails, not yet begun. */
export async function makeCampaign(
  stage: FieldStage,
  person: FieldPerson,
  { steps, settings = {} }: { steps: readonly FieldStep[]; settings?: Settings },
): Promise<number> {
  const { campaign } = await person.call(api.createCampaign, { body: { name: 'Field' } });
  await person.call(api.updateCampaign, {
    params: { id: campaign.id },
    body: { timezone: 'UTC', sending_window: ALWAYS, ...settings },
  });
  await stage.owner.query('update campaigns set email_max_messages = $2 where id = $1', [campaign.id, MOST_A_CAMPAIGN]);
  let parent: number | undefined;
  for (const { subject, message, delay_in_hours } of steps) {
    const { new_step } = await person.call(api.addStep, {
      params: { id: campaign.id },
      body: { step: 'EMAIL', ...(parent === undefined ? {} : { parent }) },
    });
    parent = new_step.id;
    await person.call(api.updateStep, {
      params: { id: campaign.id, stepId: parent },
      body: { message, subject_line: subject, delay_in_hours },
    });
  }
  return campaign.id;
}

/** Puts a list into a campaign. */
export async function addList(person: FieldPerson, campaign: number, list: number, amount: number): Promise<void> {
  await person.call(api.addToCampaign, {
    params: { id: list },
    body: { campaign, amount, search_or_campaign: 'search', allow_duplicates: true },
  });
}

export async function activate(person: FieldPerson, campaign: number, account: number): Promise<void> {
  await person.call(api.activateCampaign, { params: { id: campaign }, body: { email_account_id: account } });
}

/** First mails of a sender by address, once all have left. */
export async function awaitFirstMails(stage: FieldStage, sender: string, addresses: readonly string[]) {
  let missing = [...addresses];
  while (missing.length > 0) {
    const before = missing.length;
    await until(`the first mails to ${missing.slice(0, 3).join(', ')} of ${before} have left`, async () => {
      const sent = await countSent(stage);
      missing = addresses.filter((address) => !sent.has(address));
      return missing.length < before;
    });
  }
  await rest(stage);
  return new Map((await listSent(stage, sender)).toReversed().map((mail) => [mail.to, mail]));
}
