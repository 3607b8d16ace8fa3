import { cutText } from '@overture/domain/text/text-bounds';
import type { MessagingPerson } from '../linkedin.port.ts';

/** Numbers have 15 digits at most; names are cut, they are shown in one line. */
const LONGEST_NAME = 120;
const NUMBER = /^\+?(\d{5,15})(?:@s\.whatsapp\.net)?$/;

type Given = {
  name?: string | null | undefined;
  public_identifier?: string | null | undefined;
  phone_number?: string | null | undefined;
  provider_id?: string | null | undefined;
};

/**
 * A person's identity on a messaging service. WhatsApp uses an opaque id (`...@lid`) with the number as a separate
 * field; older ids are the number itself.
 */
export function parseMessagingPerson({ name, public_identifier, phone_number, provider_id }: Given): MessagingPerson {
  const phone = parseNumber(phone_number) ?? parseWhatsappNumber(public_identifier) ?? parseWhatsappNumber(provider_id);
  const handle = phone === null ? (public_identifier ?? null) : `+${phone}`;
  return { name: cut(name), handle: cut(handle), phone };
}

function parseNumber(text: string | null | undefined): string | null {
  return NUMBER.exec(cutText(text ?? '', 60).replace(/[\s()-]/g, ''))?.[1] ?? null;
}

const parseWhatsappNumber = (id: string | null | undefined): string | null =>
  id?.endsWith('@s.whatsapp.net') ? parseNumber(id) : null;

const cut = (text: string | null | undefined): string | null => cutText(text?.trim(), LONGEST_NAME) || null;

/** Group conversations are never replies. */
export const isGroupId = (id: string | null | undefined): boolean => Boolean(id?.endsWith('@g.us'));
