import { DEPARTMENTS, type Department, SENIORITIES, type Seniority } from '@overture/domain/finder/lead-finder';
import { departmentOfTitle, seniorityOfTitle } from '@overture/domain/finder/lead-titles';

/** People Data Labs' and Apollo's levels, highest first where a person has several. */
const LEVELS: readonly (readonly [Seniority, readonly string[]])[] = [
  ['C-Level', ['cxo', 'c suite', 'c-suite', 'c level', 'founder', 'owner', 'partner', 'president']],
  ['VP-Level', ['vp', 'vice president']],
  ['Director-Level', ['director', 'head']],
  ['Manager-Level', ['manager', 'lead']],
  ['Staff', ['senior', 'entry', 'staff', 'individual contributor']],
  ['Other', ['intern', 'training', 'unpaid', 'other']],
];

/** Their departments and roles, in lower case. */
const ROLES: Readonly<Record<string, Department>> = {
  customer_service: 'Support',
  'customer service': 'Support',
  support: 'Support',
  design: 'Marketing',
  marketing: 'Marketing',
  media: 'Marketing',
  public_relations: 'Marketing',
  engineering: 'Engineering',
  'engineering & technical': 'Engineering',
  product: 'Engineering',
  finance: 'Finance & Administration',
  legal: 'Finance & Administration',
  administrative: 'Finance & Administration',
  human_resources: 'Human Resources',
  'human resources': 'Human Resources',
  'information technology': 'IT & IS',
  operations: 'Operations',
  trades: 'Operations',
  sales: 'Sales',
  education: 'Other',
  health: 'Other',
  'medical & health': 'Other',
  real_estate: 'Other',
  consulting: 'Other',
};

/** The level a file names, ours or another list's; else told from the title. */
export function parseSeniority(value: unknown, title: string | null): Seniority | null {
  const words = splitWords(value);
  const own = SENIORITIES.find((option) => words.includes(option.toLowerCase()));
  return own ?? LEVELS.find(([, names]) => names.some((name) => words.includes(name)))?.[0] ?? seniorityOfTitle(title);
}

/** The first department a file names; else told from the title. 'C-Suite' names none. */
export function parseDepartment(value: unknown, title: string | null): Department | null {
  const named = splitWords(value).map(departmentNamed);
  return named.find((department) => department !== null) ?? departmentOfTitle(title);
}

function departmentNamed(word: string): Department | null {
  const role = Object.hasOwn(ROLES, word) ? ROLES[word] : undefined;
  return role ?? DEPARTMENTS.find((option) => option.toLowerCase() === word) ?? null;
}

/** 'C suite', 'Sales, Marketing', ['director', 'senior'] and '["director"]' as words in lower case. */
function splitWords(value: unknown): string[] {
  const items = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.replace(/[[\]"']/g, '').split(/[,;]/)
      : [];
  return items.slice(0, 20).map((item) => String(item).trim().toLowerCase());
}
