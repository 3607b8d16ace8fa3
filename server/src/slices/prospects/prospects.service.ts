import type { Prospect } from '@overture/contract/prospects';
import { toAsciiHost } from '@overture/domain/addresses/domain-name';
import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { cleanText, toSingleLine } from '@overture/domain/text/text';
import { parseTypedZone, TYPED_ZONE_TEXTS } from '@overture/domain/zones/typed-zone';
import type { Context } from '../../kernel/context.ts';
import { ApiError, orNotFound } from '../../kernel/errors.ts';
import { type GivenCustom, readCustomChange } from './columns/custom-change.service.ts';
import { type ContactChange, raiseProspectVersion, updateContact } from './prospects.store.ts';

/** Changes a lead's email, phone number, company website, time zone or custom columns; what is left out stays, an empty text clears. */
export async function changeContact(
  ctx: Pick<Context, 'transaction'>,
  id: number,
  given: { [Field in keyof typeof complaints]?: string | null } & { custom?: GivenCustom | null | undefined },
): Promise<Prospect> {
  const change: ContactChange = {
    email: readField('email', given.email, normalizeEmail),
    phone_number: readField('phone_number', given.phone_number, readPhone),
    company_website_url: readField('company_website', given.company_website, readWebsite),
    time_zone: readZone(given.time_zone),
  };
  return ctx.transaction(async (tx) => {
    const custom = await readCustomChange(tx, given.custom ?? {});
    const prospect = orNotFound(await updateContact(tx, id, change, custom));
    await raiseProspectVersion(tx);
    return prospect;
  });
}

const complaints = {
  email: 'This is not an email address.',
  phone_number: 'This is not a phone number.',
  company_website: 'This is not a website address.',
  time_zone: TYPED_ZONE_TEXTS.unknown,
};

function readField(
  name: keyof typeof complaints,
  given: string | null | undefined,
  read: (text: string) => string | null,
): string | null | undefined {
  if (given === undefined || given === null) return undefined;
  const text = cleanText(given);
  if (text === '') return null;
  const value = read(text);
  if (value === null) throw new ApiError('validation_failed', {}, { [name]: complaints[name] });
  return value;
}

/** A name of the tz database; what is none is refused with what was probably meant. */
function readZone(given: string | null | undefined): string | null | undefined {
  return readField('time_zone', given, (text) => {
    const parsed = parseTypedZone(text);
    if (!parsed.ok) throw new ApiError('validation_failed', {}, { time_zone: parsed.error });
    return parsed.zone;
  });
}

/** As people write numbers; at least three digits, no more than a line. */
function readPhone(text: string): string | null {
  const line = toSingleLine(text);
  return line.length <= 60 && (line.match(/\d/g)?.length ?? 0) >= 3 && /^[+\d\s().,/;#*xext-]+$/i.test(line)
    ? line
    : null;
}

/** http or https on a named host; without a scheme, https is meant. */
function readWebsite(text: string): string | null {
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`;
  try {
    const url = new URL(address);
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
    return isWeb && url.hostname.includes('.') && toAsciiHost(url.hostname) !== null && !url.username ? address : null;
  } catch {
    return null;
  }
}
