import { parseAddressCell } from '@overture/domain/addresses/address-cell';
import { parsePhoneCell, phoneKey } from '@overture/domain/addresses/phone-key';
import { parseLinkedinProfile } from '@overture/domain/linkedin/linkedin-address';
import { isAddressColumn, isStopCell } from '@overture/domain/tool-exports/stop-columns';
import type { ColumnIndexes } from './import-row.rules.ts';

/** By what people are known who may not be contacted, as a file says. */
export interface StoppedPeople {
  emails: string[];
  phones: string[];
  linkedin: string[];
}

interface Places {
  stops: readonly { name: string; index: number }[];
  emails: readonly number[];
  linkedin: number | undefined;
  phone: number | undefined;
}

/** Where a file says who is not contacted, and by what they are known: all addresses of a row belong to one person. */
export function placesOfStops(
  header: readonly string[],
  stopColumns: readonly string[],
  { email, further, linkedin_url, phone_number }: ColumnIndexes,
): Places {
  const named = header.flatMap((name, index) => (isAddressColumn(name) ? [index] : []));
  const emails = new Set([...(email === undefined ? [] : [email]), ...(further?.email ?? []), ...named]);
  const stops = stopColumns.map((name) => ({ name, index: header.indexOf(name) })).filter(({ index }) => index >= 0);
  return { stops, emails: [...emails], linkedin: linkedin_url, phone: phone_number };
}

/** Collects the people of marked rows, also of rows that become no lead. */
export class StoppedRows {
  readonly #places: Places;
  readonly #emails = new Set<string>();
  readonly #phones = new Set<string>();
  readonly #linkedin = new Set<string>();

  constructor(places: Places) {
    this.#places = places;
  }

  add(cells: readonly string[]): void {
    const { stops, emails, linkedin, phone } = this.#places;
    if (!stops.some(({ name, index }) => isStopCell(name, cells[index] ?? ''))) return;
    const found = emails.flatMap((index) => {
      const { email, others } = parseAddressCell(cells[index] ?? '');
      return email === null ? [] : [email, ...others];
    });
    for (const email of found) this.#emails.add(email);
    const profile = linkedin === undefined ? null : parseLinkedinProfile(cells[linkedin] ?? '');
    if (profile !== null) this.#linkedin.add(profile.key);
    // The number of a company belongs to many: it counts where nothing else is known of the person.
    if (found.length > 0 || profile !== null || phone === undefined) return;
    const number = phoneKey(parsePhoneCell(cells[phone] ?? '') ?? '');
    if (number !== null) this.#phones.add(number);
  }

  get people(): StoppedPeople {
    return { emails: [...this.#emails], phones: [...this.#phones], linkedin: [...this.#linkedin] };
  }
}
