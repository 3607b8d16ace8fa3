import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@overture/contract';
import { adviseMessage } from '@overture/domain/message/advice/message-advice';
import { compare, type FieldCheck } from './field-check.ts';
import { addList, makeCampaign } from './field-setup.ts';
import { enterStage, type FieldPerson, type FieldStage } from './field-stage.ts';

/** Values of leads and words of messages: what the program says of them before they are mailed. */

function readTable(name: string): string[][] {
  const text = readFileSync(join(import.meta.dirname, 'inputs/other', `${name}.tsv`), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split('\t'));
}

const quote = (value: string): string => `"${value.replaceAll('"', '""')}"`;

/** Brings rows by a file; answers the list. */
async function importRows(
  person: FieldPerson,
  columns: Record<string, string>,
  rows: readonly (readonly string[])[],
): Promise<number> {
  const { id } = await person.call(api.createSearch, { body: { name: 'Values' } });
  const text = [Object.values(columns), ...rows].map((row) => row.map(quote).join()).join('\r\n');
  await person.call(
    api.importCsv,
    { params: { id }, body: { file_name: 'values.csv', column_mapping: JSON.stringify(columns) } },
    { name: 'values.csv', bytes: new TextEncoder().encode(text) },
  );
  return id;
}

/** All leads of a list, page by page. */
async function listLeads(person: FieldPerson, id: number) {
  const leads = [];
  for (let page = 1; ; page += 1) {
    const { prospects } = await person.call(api.listSearchProspects, { params: { id }, query: { page } });
    leads.push(...prospects);
    if (prospects.length < 25) return leads;
  }
}

const COLUMNS = {
  first_name: 'First Name',
  last_name: 'Last Name',
  company_name: 'Company Name',
  linkedin_url: 'LinkedIn URL',
  email: 'Email',
};

/** `P02` entities in data, `P03` capitals, titles and legal forms: the advice before a campaign begins. */
export async function checkOddValues(stage: FieldStage): Promise<FieldCheck[]> {
  const person = await enterStage(stage);
  const table = readTable('names-and-companies').map(([field = '', value = '', right = '']) => ({
    field,
    value,
    right,
  }));
  const rows = table.map(({ field, value }, place) => {
    const of = (name: string, usual: string) => (name === field ? value : usual);
    const address = `https://www.linkedin.com/in/value-${place}`;
    return [of('first_name', 'Kim'), of('last_name', 'Reader'), of('company_name', 'Northwind'), address, ''];
  });
  const list = await importRows(person, COLUMNS, rows);
  const message = 'Hi {{first_name}} {{last_name}} of {{company_name}}';
  const steps = [{ subject: 'Hello', message, delay_in_hours: 0 }];
  const campaign = await makeCampaign(stage, person, { steps });
  await addList(person, campaign, list, rows.length);
  const { odd_values } = await person.call(api.listOddValues, { params: { id: campaign } });
  return table.map(({ field, value, right }) => {
    const found = odd_values.find((odd) => odd.field === field && odd.value === value);
    const case_id = value.includes('&#') || value.includes('&amp') ? 'P02' : 'P03';
    return compare({ case_id, input: value }, { suggests: right }, { suggests: found?.suggestion ?? '-' });
  });
}

/** `P01`: code in data is never executed, and is escaped once. */
export async function checkEscapes(stage: FieldStage): Promise<FieldCheck[]> {
  const person = await enterStage(stage);
  const names = ["O'Neil", 'A & B', '{{last_name}}', '{Hi|Hello}', '<b>Bo</b>', '{% if x %}'];
  const list = await importRows(
    person,
    COLUMNS,
    names.map((name, place) => [name, 'Reader', 'Northwind', `https://www.linkedin.com/in/escape-${place}`, '']),
  );
  const steps = [{ subject: 'For {{first_name}}', message: 'Hi {{first_name}}, yes.', delay_in_hours: 0 }];
  const campaign = await makeCampaign(stage, person, { steps });
  await addList(person, campaign, list, names.length);
  const [step] = (await person.call(api.getCampaign, { params: { id: campaign } })).campaign.steps;
  const leads = await listLeads(person, list);
  const checks: FieldCheck[] = [];
  for (const name of names) {
    const lead = leads.find(({ first_name }) => first_name === name);
    const shown = await person.call(api.previewStep, {
      params: { id: campaign, stepId: step?.id ?? 0 },
      body: { prospect_id: lead?.id ?? null },
    });
    const html = `Hi ${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}, yes.`;
    const should = { subject: `For ${name}`, message: `Hi ${name}, yes.`, html };
    const came = {
      subject: shown.subject_line,
      message: shown.message,
      html: shown.html.includes(html) ? html : shown.html.replaceAll('&#39;', "'").includes(html) ? html : shown.html,
    };
    checks.push(compare({ case_id: 'P01', input: name }, should, came));
  }
  return checks;
}

/** `P04`: placeholders of other programs, written into a mail. */
export function checkPlaceholders(): FieldCheck[] {
  return readTable('placeholders').flatMap(([text = '', right]) => {
    if (right !== 'warned of') return [];
    const found = adviseMessage({
      channel: 'email',
      subject: 'Hello',
      message: `${text} ${'we deliver spare parts for lines like yours. '.repeat(8)}`,
      takes_subject: true,
      needs_message: true,
      is_first_mail: true,
      attachments_in_bytes: 0,
    });
    const placeholder = text.slice(3, -1);
    const said = found.some((advice) => advice.text.includes(placeholder)) ? 'warned of' : 'nothing';
    return [compare({ case_id: 'P04', input: text }, { said: 'warned of' }, { said })];
  });
}

/** `L01`, `L02`: addresses of people on LinkedIn. */
export async function checkLinkedinAddresses(stage: FieldStage): Promise<FieldCheck[]> {
  const person = await enterStage(stage);
  // Each is another person, so one file can contain all.
  const table = readTable('linkedin-addresses').map(([address = '', key = ''], place) => ({
    address: address.replaceAll('-0001', `-${1000 + place}`).replace('ACwAAAB1x2', `ACwAAAB1x2${place}`),
    key: key.replaceAll('-0001', `-${1000 + place}`).replace('ACwAAAB1x2', `ACwAAAB1x2${place}`),
  }));
  const rows = table.map(({ address }, place) => [
    `Kim${place}`,
    'Reader',
    'Northwind',
    address,
    `kim${place}@northwind.example`,
  ]);
  await importRows(person, COLUMNS, rows);
  const { rows: stored } = await stage.owner.query(
    'select email::text, linkedin_key from prospects where organization_id = $1',
    [person.organization_id],
  );
  return table.map(({ address, key }, place) => {
    const lead = stored.find(({ email }) => email === `kim${place}@northwind.example`);
    const came = String(lead?.linkedin_key ?? 'none');
    const right = key.split(' or ').includes(came) || (key.startsWith('none') && came === 'none') ? came : key;
    const case_id = /\/comm\/|\/mwlite\//.test(address) ? 'L01' : 'L02';
    return compare({ case_id, input: address }, { person: right }, { person: came });
  });
}

/** `S04`: zones as files hold them. */
export async function checkZoneNames(stage: FieldStage): Promise<FieldCheck[]> {
  const person = await enterStage(stage);
  const table = readTable('time-zone-names').map(([name = '', right = '']) => ({ name, right }));
  const columns = { ...COLUMNS, time_zone: 'Time zone' };
  const rows = table.map(({ name }, place) => {
    const email = `kim${place}@northwind.example`;
    return [`Kim${place}`, 'Reader', 'Northwind', `https://www.linkedin.com/in/zone-${place}`, email, name];
  });
  const list = await importRows(person, columns, rows);
  const leads = await listLeads(person, list);
  const same = (zone: string): string => {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
    return parts;
  };
  return table.map(({ name, right }, place) => {
    const zone = leads.find(({ first_name }) => first_name === `Kim${place}`)?.time_zone ?? null;
    const wanted = right.startsWith('left empty') ? null : same(right === 'the same zone' ? name : right);
    return compare({ case_id: 'S04', input: name }, { zone: wanted }, { zone: zone && same(zone) });
  });
}
