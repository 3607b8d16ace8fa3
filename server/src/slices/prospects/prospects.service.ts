import type { Prospect } from '@overture/contract/prospects';
import { toAsciiHost } from '@overture/domain/addresses/domain-name';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { EDITED_TEXTS, type EditedField } from '@overture/domain/leads/lead-fields';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { cleanText, toSingleLine, withoutInvisible } from '@overture/domain/text/text';
import { parseTypedZone, TYPED_ZONE_TEXTS } from '@overture/domain/zones/typed-zone';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { isErasedPerson } from '../erased-people/index.ts';
import { changeEmails, lockEmails } from '../lead-addresses/index.ts';
import { addSource } from '../lead-sources/index.ts';
import { raiseProspectVersion } from '../lead-versions/index.ts';
import { type GivenCustom, parseCustomChange } from './custom-change.service.ts';
import { type ContactChange, updateContact } from './prospects.store.ts';

/** Changes how a lead is reached, who it is, or its custom columns; what is left out stays, an empty text clears. */
export async function changeContact(
  ctx: Pick<Context, 'transaction'>,
  id: number,
  given: { [Field in EditedField]?: string | null | undefined } & GivenEmails & {
      custom?: GivenCustom | null | undefined;
    },
): Promise<Prospect> {
  const change = parseFields(given);
  return ctx.transaction(async (tx) => {
    const { email = null, phone_number = null } = change;
    if ((email ?? phone_number) !== null && (await isErasedPerson(tx, { email, phone_number })))
      throw new ApiError('person_erased');
    const custom = await parseCustomChange(tx, given.custom ?? {});
    const emails = await parseEmailsChange(tx, id, change.email, given);
    const prospect = orNotFound(await updateContact(tx, id, { ...change, ...emails }, custom));
    await raiseProspectVersion(tx);
    const isAdded = Object.values(change).some((value) => typeof value === 'string');
    if (isAdded) await addSource(tx, { kind: 'manual' }, [id]);
    if (typeof change.email === 'string') tx.events.emit({ type: 'lead_email_entered', prospect_id: id });
    return prospect;
  });
}

/** New values of fields as they are stored. @throws validation_failed with the words for the field */
export function parseFields(given: { [Field in EditedField]?: string | null | undefined }): ContactChange {
  return {
    email: parseField('email', given.email, normalizeEmail),
    phone_number: parseField('phone_number', given.phone_number, parsePhone),
    company_website_url: parseField('company_website', given.company_website, parseWebsite),
    time_zone: parseZone(given.time_zone),
    ...parseContactChange(given),
  };
}

interface GivenEmails {
  add_emails?: readonly string[] | null | undefined;
  remove_emails?: readonly string[] | null | undefined;
}

/** The further addresses after the change; nothing where none of a lead's addresses changes. Locks the lead. */
async function parseEmailsChange(
  tx: TransactionContext,
  id: number,
  email: string | null | undefined,
  given: GivenEmails,
): Promise<Partial<Parameters<typeof updateContact>[2]>> {
  const [add, remove] = [parseEmails(given.add_emails), parseEmails(given.remove_emails)];
  if (email === undefined && add.length + remove.length === 0) return {};
  for (const one of add) if (await isErasedPerson(tx, { email: one })) throw new ApiError('person_erased');
  const current = orNotFound(await lockEmails(tx, id));
  const { other_emails, other_email_sources } = changeEmails(current, { email, add, remove, source: 'Added by hand' });
  if (other_emails.length > LIST_LIMITS.other_emails)
    refuseEmails(`A lead has at most ${LIST_LIMITS.other_emails} further addresses.`);
  return { other_emails: [...other_emails], other_email_sources: [...other_email_sources] };
}

function parseEmails(given: readonly string[] | null | undefined): string[] {
  return (given ?? []).map((text) => normalizeEmail(text) ?? refuseEmails(complaints.email));
}

function refuseEmails(complaint: string): never {
  throw new ApiError('validation_failed', {}, { add_emails: complaint });
}

const complaints = {
  email: 'This is not an email address.',
  phone_number: 'This is not a phone number.',
  company_website: 'This is not a website address.',
  time_zone: TYPED_ZONE_TEXTS.unknown,
};

function parseField(
  name: keyof typeof complaints,
  given: string | null | undefined,
  read: (text: string) => string | null,
): string | null | undefined {
  if (given === undefined || given === null) return undefined;
  const text = cleanText(given);
  if (text === '') return null;
  const value = read(text);
  if (value === null) refuse(name, complaints[name]);
  return value;
}

/** What is said of a person in words: one line each, as long as a cell of a file may be. */
function parseContactChange(given: { [Field in EditedField]?: string | null | undefined }): ContactChange {
  const change: ContactChange = {};
  for (const field of EDITED_TEXTS) {
    const text = given[field];
    if (text === undefined || text === null) continue;
    const line = toSingleLine(cleanText(text));
    // One without a letter would be seen as nothing in "Hi ,".
    if (field === 'first_name' && !/[\p{L}\p{N}]/u.test(line)) refuse(field, 'Write a first name.');
    if (line.length > TEXT_LIMITS.lead_field_max)
      refuse(field, `Write at most ${TEXT_LIMITS.lead_field_max} characters.`);
    // Names are texts where everything else that is not known is nothing.
    change[field] = line === '' && field !== 'last_name' ? null : line;
  }
  return change;
}

function refuse(field: EditedField, complaint: string): never {
  throw new ApiError('validation_failed', {}, { [field]: complaint });
}

/** A name of the tz database; what is none is refused with what was probably meant. */
function parseZone(given: string | null | undefined): string | null | undefined {
  return parseField('time_zone', given, (text) => {
    const parsed = parseTypedZone(text);
    if (!parsed.ok) refuse('time_zone', parsed.error);
    return parsed.zone;
  });
}

/** As people write numbers; at least three digits, no more than a line. */
function parsePhone(text: string): string | null {
  const line = toSingleLine(text);
  return line.length <= 60 && (line.match(/\d/g)?.length ?? 0) >= 3 && /^[+\d\s().,/;#*xext-]+$/i.test(line)
    ? line
    : null;
}

/** http or https on a named host; without a scheme, https is meant. */
function parseWebsite(given: string): string | null {
  const text = withoutInvisible(given);
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`;
  try {
    const url = new URL(address);
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    return isWeb && url.hostname.includes('.') && toAsciiHost(url.hostname) !== null && !url.username ? address : null;
  } catch {
    return null;
  }
}
