import type { Vault } from '../crypto.ts';
import { ApiError } from '../errors.ts';

/** Sort keys of the last row of a page, its id last. */
type Place = (string | number)[];

/** What a list belongs to: a cursor of one organization, list and filter opens no other. */
export interface CursorScope {
  vault: Pick<Vault, 'sign' | 'verify'>;
  organization: { id: number };
}

const PURPOSE = 'cursor';

const textOf = (organization: { id: number }, list: string, place: string): string =>
  `${organization.id} ${list} ${place}`;

/** The place after which the next page begins, signed. */
export function sealCursor({ vault, organization }: CursorScope, list: string, place: Place): string {
  const text = Buffer.from(JSON.stringify(place)).toString('base64url');
  return `${text}.${vault.sign(PURPOSE, textOf(organization, list, text))}`;
}

/** @throws cursor_invalid for one of another list, or one that was changed */
export function openCursor({ vault, organization }: CursorScope, list: string, cursor: string): Place {
  const [text = '', signature = '', ...rest] = cursor.split('.');
  if (rest.length > 0 || !vault.verify(PURPOSE, textOf(organization, list, text), signature)) {
    throw new ApiError('cursor_invalid');
  }
  return JSON.parse(Buffer.from(text, 'base64url').toString());
}
