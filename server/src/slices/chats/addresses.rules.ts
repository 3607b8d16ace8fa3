import { normalizeEmail } from '@overture/domain/addresses/email-address';
import { isFreeMail } from '@overture/domain/addresses/free-mail';
import { registrableDomain } from '@overture/domain/addresses/registrable-domain';

/** The same mailbox: `ada+sales@acme.example` is `ada@acme.example`. */
export function isSameAddress(a: string, b: string): boolean {
  const [left, right] = [plainAddress(a), plainAddress(b)];
  return left !== null && left === right;
}

/** An address without what some providers let people add to it. */
export function plainAddress(address: string): string | null {
  const normal = normalizeEmail(address);
  if (normal === null) return null;
  const at = normal.lastIndexOf('@');
  const local = normal.slice(0, at).split('+', 1)[0] ?? '';
  return `${local === '' ? normal.slice(0, at) : local}${normal.slice(at)}`;
}

/** Addresses of one company's domain; public mail providers are no company. */
export function isSameCompany(a: string, b: string): boolean {
  if (isFreeMail(a) || isFreeMail(b)) return false;
  const domain = registrableDomain(a.slice(a.lastIndexOf('@') + 1));
  return domain !== null && domain === registrableDomain(b.slice(b.lastIndexOf('@') + 1));
}

/**
 * Whether the sender of a message in a lead's conversation counts as the lead: one of the lead's addresses, or a private one
 * that a user accepted as theirs. Another address of the lead's company is a colleague.
 */
export function isLeadsOwn(from: string, addresses: readonly string[]): boolean {
  return (
    addresses.some((address) => isSameAddress(address, from)) ||
    !addresses.some((address) => isSameCompany(address, from))
  );
}
