import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the files of other programs must become. */

export interface FileRight {
  /** Every lead of the list: name, address, profile, company. */
  leads?: readonly string[];
  /** Leads beside those that the file names: what torn rows become. */
  others?: readonly string[];
  /** Those that it names. */
  named?: readonly string[];
  /** Rows that were neither added nor known nor listed as bad. */
  skipped?: number;
  bad?: number;
  /** What the company's size came to, by lead; `*` is anything but nothing. */
  sizes?: readonly string[];
  /** Values of a custom column, by lead. */
  custom?: { column: string; values: readonly (string | number)[] };
}

export interface FileCase {
  case_id: string;
  input: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Columns that a person chooses by hand where the dialog doesn't guess them, by their place. */
  by_hand?: Record<string, number>;
  right: FileRight;
}

const inputs = join(import.meta.dirname, 'inputs');
const readInput = (input: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(inputs, 'csv', `${input.replace(/ .*/, '')}.csv`)));

const fileCase = (case_id: string, input: string, right: FileRight, by_hand?: FileCase['by_hand']): FileCase => ({
  case_id,
  input,
  bytes: readInput(input),
  right,
  ...(by_hand ? { by_hand } : {}),
});

const ADA = 'Ada Jansen, ada@acme.example, ada-jansen-0001, Acme Tools';
const BRAM = 'Bram de Vries, bram@harbor.example, bram-de-vries-0002, Harbor';
const CHLOE = 'Chloe Martin, chloe@lumen.example, chloe-martin-0003, Lumen';
const without = (lead: string): string => lead.replace(/, \S+@\S+,/, ', -,');
const POLISH = { first_name: 0, last_name: 1, company_name: 2, linkedin_url: 3, email: 4 };
const SIZED = [
  'Ada Jansen, -, ada-jansen-0001, Acme Tools',
  without(BRAM),
  without(CHLOE),
  'Dan Novak, -, dan-novak-0010, Orbit',
];

export const listFileCases = (): FileCase[] => [
  fileCase('D01', 'd01-linkedin-connections', { leads: [without(ADA), BRAM] }),
  fileCase('D02', 'd02-empty-first-heading', { leads: [ADA, BRAM, CHLOE], sizes: ['51-200', '11-50', '201-500'] }),
  fileCase('D03', 'd03-two-columns-named-url', { leads: [ADA, BRAM] }),
  fileCase(
    'D04',
    'd04a-excel-polish-1250',
    {
      leads: [
        'Łukasz Żółkiewski, lukasz@czesci.example, lukasz-0004, Śląskie Części',
        'Agnieszka Wiśniewska, agnieszka@mlyn.example, agnieszka-0005, Młyn',
      ],
    },
    POLISH,
  ),
  fileCase(
    'D04',
    'd04b-excel-russian-1251',
    {
      leads: [
        'Михаил Орлов, mikhail@vektor.example, mikhail-0006, Вектор',
        'Ольга Смирнова, olga@sever.example, olga-0007, Север',
      ],
    },
    POLISH,
  ),
  fileCase('D04', 'd04c-excel-mac-roman', {
    leads: [
      'José Müller, jose@cafe.example, jose-0008, Café Søn',
      'Zoë Brontë, zoe@lumiere.example, zoe-0009, Lumière',
    ],
  }),
  fileCase(
    'D05',
    'd05-several-addresses',
    { leads: [ADA, BRAM, CHLOE, 'Dan Novak, dan@orbit.example, dan-novak-0010, Orbit'] },
    { email: 4 },
  ),
  fileCase('D06', 'd06-invisible-blanks', {
    leads: [ADA, BRAM, CHLOE, 'Dan Novak, dan@orbit.example, dan-novak-0010, Orbit'],
  }),
  fileCase('D07', 'd07-cells-over-lines', {
    leads: [without(ADA), without(BRAM)],
    custom: { column: 'Address', values: ['12 Quay "West" Utrecht, 3511 NL', '1 Dock'] },
  }),
  fileCase('D08', 'd08-bare-quotes', {
    named: [
      'Robert "Bobby" Hale, -, robert-hale-0011, Acme "Tools" Ltd',
      'Ada Jansen, -, ada-jansen-0001, Acme',
      'Bram de Vries, -, bram-de-vries-0002, Harbor',
    ],
    others: [],
    skipped: 0,
  }),
  fileCase('D09', 'd09a-utf16le-tab', { leads: ['Zoë Brontë, -, zoe-0009, Lumière'] }),
  fileCase('D09', 'd09b-utf16be-sep', { leads: ['Zoë Brontë, -, zoe-0009, Lumière; Fils'] }),
  fileCase('D10', 'd10-full-name', {
    leads: [ADA, BRAM, 'Chloé Martin, chloe@lumen.example, chloe-martin-0003, Lumen'],
  }),
  fileCase('D11', 'd11-sizes', { leads: SIZED, sizes: ['*', '*', '*', '51-200'] }),
  fileCase('D11', 'd11b-sizes-of-linkedin', {
    leads: SIZED,
    sizes: ['*', '*', '*', '*'],
  }),
  fileCase('D12', 'd12-german-numbers', {
    leads: [without(ADA), without(BRAM), without(CHLOE)],
    custom: { column: 'Umsatz', values: [12500.75, 1200, 850.5] },
  }),
  fileCase('D12', 'd12-german-numbers (dates)', {
    leads: [without(ADA), without(BRAM), without(CHLOE)],
    custom: { column: 'Letzter Kontakt', values: ['2025-12-31', '2025-12-01', '2025-11-02'] },
  }),
];
