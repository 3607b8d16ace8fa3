import { api } from '@overture/contract';
import { compare, type FieldCheck } from './field-check.ts';
import {
  activate,
  addList,
  awaitFirstMails,
  connectGmail,
  connectMailbox,
  importLeads,
  MOST_A_CAMPAIGN,
  makeCampaign,
} from './field-setup.ts';
import { type FieldPerson, type FieldStage, listSent, type SentMail, travel, until } from './field-stage.ts';
import { LETTERS, type MailCase } from './mail-cases.ts';

/**
 * All mails in one go: everybody is written to by a campaign of two mails, all answers come in, and two days go by. Whose answer is
 * one gets no second mail.
 */
const DAY_IN_SECONDS = 86_400;
const SILENT = 'silent@northwind.example';
/** Comes last: once it is in the inbox, all before it have been read. */
const LAST = 'last@northwind.example';

interface Planned extends MailCase {
  address: string;
  /** Distinguishes its people from those of other inputs. */
  slug: string;
}

type Addressed = Pick<Planned, 'letter' | 'address'>;

const RENAMED = /\b(acme|acme-group|acme-desk|lumen|orbit)\.example\b/g;

/** Each input has its own people, so all can get mails together; encoded addresses stay. */
function plan(mail: MailCase, place: number, name: string): Planned {
  const slug = `${name}${place}`;
  const isEncoded = mail.input === 'm06c-address-as-encoded-word';
  return { ...mail, slug, address: isEncoded ? mail.lead : rename(mail.lead, slug) };
}

const rename = (text: string, slug: string): string =>
  text.replace(RENAMED, (_, domain) => `${domain}-${slug}.example`);

/** As an encoded word holds it, where `_` is a blank. */
const encodeId = (id: string): string =>
  id.replace(/[^A-Za-z0-9-]/g, (sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

/** The answer to the mail that was sent: ids, links and people of the input become those of this run. */
function writeAnswer({ raw, slug, address, lead }: Planned, sent: SentMail, email: string): Buffer {
  const text = address === lead ? raw.toString('latin1') : rename(raw.toString('latin1'), slug);
  const link = /https?:\S+/.exec(sent.text)?.[0].replace(/[>)\]]+$/, '') ?? 'https://trading.example/u/abc';
  const id = sent.message_id.replace(/[<>]/g, '');
  const changed = text
    .replaceAll('ov-1a2b3c4d5e@trading.example', id)
    .replaceAll('ov-1a2b3c4d5e=40trading=2Eexample', encodeId(id))
    .replaceAll('https://trading.example/u/abc', link)
    .replaceAll(/<calendar-(\w+)@google/g, `<calendar-$1-${slug}@google`)
    .replaceAll('mia@trading.example', email);
  return Buffer.from(changed, 'latin1');
}

const deliver = ({ world }: FieldStage, email: string, raw: Buffer) =>
  world.control('/__control/deliver', { email, raw: raw.toString('base64'), encoding: 'base64' });

export interface MailRound {
  cases: readonly MailCase[];
  /** Of the people in it; unlike that of other rounds. */
  name: string;
  provider?: 'IMAP' | 'GOOGLE';
  /** Of everybody who is written to. */
  first_name?: string;
  sender?: string;
}

/** Writes to everybody, lets all answers come, and waits until they have been read. */
async function receiveAnswers(stage: FieldStage, person: FieldPerson, round: MailRound) {
  const isGoogle = round.provider === 'GOOGLE';
  const email = isGoogle ? `mia@${round.name}.google.example` : `mia@${round.name}.trading.example`;
  const account = isGoogle
    ? await connectGmail(stage, person, email)
    : await connectMailbox(stage, person, email, round.sender);
  const planned = round.cases.map((mail, place) => plan(mail, place, round.name));
  const people = new Map<string, number>();
  const others = [SILENT, LAST].map((one): Addressed => ({ letter: 'spring', address: `${round.name}.${one}` }));
  const everybody: Addressed[] = [...others, ...planned];
  for (const letter of Object.keys(LETTERS) as (keyof typeof LETTERS)[]) {
    const mine = everybody.filter((mail) => mail.letter === letter).map(({ address }) => address);
    for (let start = 0; start < mine.length; start += MOST_A_CAMPAIGN) {
      const addresses = mine.slice(start, start + MOST_A_CAMPAIGN);
      for (const [address, id] of await writeTo(stage, person, {
        addresses,
        account,
        letter,
        first_name: round.first_name,
        sender_name: round.sender?.split(' ')[0],
      }))
        people.set(address, id);
    }
  }
  const first = await awaitFirstMails(stage, email, [...people.keys()]);
  for (const mail of planned) await deliver(stage, email, writeAnswer(mail, first.get(mail.address)!, email));
  const last = `${round.name}.${LAST}`;
  const marker = `From: ${last}\r\nTo: ${email}\r\nSubject: Re: Parts for spring\r\nMessage-ID: <last-${round.name}@northwind.example>\r\n\r\nLast.`;
  await deliver(stage, email, Buffer.from(marker));
  await until('all answers have been read', async () => (await fetchHistory(person, people.get(last)!)).length > 1);
  return { email, planned, people };
}

/** The bounces pause the sender; a user releases it, and then only replies hold the second mails back. */
async function releasePaused(person: FieldPerson): Promise<void> {
  const { states } = await person.call(api.listGuardStates);
  for (const { id, state } of states)
    if (state === 'paused')
      await person.call(api.releaseGuard, { params: { id }, body: { cause: 'list', note: 'Cases' } });
}

interface Campaign {
  addresses: string[];
  account: number;
  letter: keyof typeof LETTERS;
  first_name?: string | undefined;
  /** First name in the signature. */
  sender_name?: string | undefined;
}

async function writeTo(
  stage: FieldStage,
  person: FieldPerson,
  { addresses, account, letter, first_name = 'Ada', sender_name }: Campaign,
): Promise<Map<string, number>> {
  const leads = addresses.map((address) => ({ email: address, first_name, company_name: address.split('@')[1] ?? '' }));
  const { list, people } = await importLeads(stage, person, leads);
  const second = { subject: 'Once more', message: 'Shall we talk?', delay_in_hours: 24 };
  const { subject, message } = LETTERS[letter];
  // A quoted mail includes its signature with the sender's own name.
  const first = { subject, message: sender_name ? message.replace('\nMia\n', `\n${sender_name}\n`) : message };
  const steps = [{ ...first, delay_in_hours: 0 }, second];
  const campaign = await makeCampaign(stage, person, { steps });
  await addList(person, campaign, list, addresses.length);
  await activate(person, campaign, account);
  return people;
}

export async function runMailCases(stage: FieldStage, person: FieldPerson, round: MailRound): Promise<FieldCheck[]> {
  const { email, planned, people } = await receiveAnswers(stage, person, round);
  await releasePaused(person);
  await travel(stage, person, 2 * DAY_IN_SECONDS);
  const counts = new Map<string, number>();
  for (const { to } of await listSent(stage, email)) counts.set(to, (counts.get(to) ?? 0) + 1);
  const { possible_answers } = await person.call(api.listUnmatchedReplies);
  const checks: FieldCheck[] = [];
  for (const mail of planned) {
    const id = people.get(mail.address)!;
    const unmatched = possible_answers.find((possible) => possible.prospect.id === id);
    checks.push(await judge(stage, person, mail, { id, mails: counts.get(mail.address) ?? 0, unmatched }));
  }
  const silent = { case_id: 'M12', input: 'who says nothing gets the second mail' };
  checks.push(compare(silent, { mails: 2 }, { mails: counts.get(`${round.name}.${SILENT}`) }));
  return checks;
}

interface Seen {
  id: number;
  mails: number;
  unmatched: { message: string } | undefined;
}

async function judge(
  { owner }: FieldStage,
  person: FieldPerson,
  { case_id, input, right, address }: Planned,
  { id, mails, unmatched }: Seen,
): Promise<FieldCheck> {
  const received = (await fetchHistory(person, id)).filter(({ kind }) => kind !== 'CAMPAIGN');
  const message = received[0];
  const text = message?.message ?? unmatched?.message ?? null;
  const { prospect } = await person.call(api.getCampaignLead, { params: { id }, query: {} });
  const { rows } = await owner.query('select reason from suppressions where organization_id = $1 and email = $2', [
    person.organization_id,
    address,
  ]);
  const should = {
    kind: right.kind,
    ...(right.lead === undefined ? {} : { lead: right.lead }),
    suppressed: right.suppressed,
    says: right.says ?? right.has,
    ...(right.lead === 'REPLIED' || right.suppressed !== null ? { mails: 1 } : {}),
  };
  const says = right.has !== undefined && text?.includes(right.has) ? right.has : withoutProgram(text);
  const kind = message?.kind ?? (unmatched ? 'UNMATCHED' : null);
  const came = { kind, lead: prospect.campaign_status, suppressed: rows[0]?.reason ?? null, says, mails };
  return compare({ case_id, input }, { ...should, says: plain(should.says) }, { ...came, says: plain(says) });
}

async function fetchHistory(person: FieldPerson, prospectId: number) {
  const { messages } = await person.call(api.getChatHistory, { params: { prospectId }, query: { limit: 20 } });
  return messages;
}

/** Where lines were broken says nothing. */
const plain = (text: string | null | undefined): string | undefined => text?.replace(/\s+/g, ' ');

/** The line in which a program names itself may stay: it is none of ours. */
const withoutProgram = (text: string | null): string | null =>
  text?.replace(/\n\n(?:Sent (?:from|with)|Verzonden van|Outlook für) ?.*$/, '') ?? null;
