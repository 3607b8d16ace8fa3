import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_INCOMING_FIELDS } from '@overture/domain/leads/incoming-fields';
import { linkedinKey } from '@overture/domain/linkedin/linkedin-address';
import { mergeFewProspects, mergePerson, mergeProspectsByEmail } from '../../server/src/slices/lead-merging/index.ts';
import { freePort } from '../support/bench-server.ts';
import { recordProof } from '../support/record.ts';
import { parseSize } from '../support/size.ts';
import { startProgram } from './world/program.ts';
import { type ProofWorld, runProof } from './world/proof-world.ts';
import { makeTenant, type Tenant } from './world/tenants.ts';

/**
 * Many people are erased, and come again in other spellings by files, the finder, edits and by hand: none of them becomes a lead, and
 * strangers in the same files do.
 */
interface ErasedPeopleSize {
  people: number;
  comings: number;
}

const ERASED_AT_ONCE = 10_000;
const ROWS_PER_FILE = 100_000;
/** One row in so many is of a person who was not erased. */
const STRANGER_EVERY = 1000;
const FINDER_BATCH = 100;
const LONGEST_ERASURE_IN_MINUTES = 10;
export const HEADER = 'First name,Last name,Email,LinkedIn,Phone,Company';
export const MAPPING = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  linkedin_url: 'LinkedIn',
  phone_number: 'Phone',
  company_name: 'Company',
};

interface Spelled {
  first_name: string;
  last_name: string;
  email: string;
  linkedin_url: string;
  phone_number: string;
}

const handleOf = (n: number) => `grace-hopper-${n}`;

/** As the person is known before they are erased. */
export const original = (n: number): Spelled => ({
  first_name: 'Grace',
  last_name: `Hopper ${n}`,
  email: `grace.hopper${n}@harbor${n % 997}.example`,
  linkedin_url: `https://www.linkedin.com/in/${handleOf(n)}`,
  phone_number: `+3161${String(n).padStart(7, '0')}`,
});

/** Numbers from 0 to below 1, the same for the same seed. */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const EMAIL_FORMS: ((email: string) => string)[] = [
  (email) => email.toUpperCase(),
  (email) => ` ${email} `,
  (email) => `mailto:${email}`,
  (email) => `Grace <${email}>`,
  (email) => email.replace('grace', 'GrAcE'),
  (email) => `${email}.`,
];
const PROFILE_FORMS: ((handle: string) => string)[] = [
  (handle) => `https://nl.linkedin.com/in/${handle}/?trk=people`,
  (handle) => `linkedin.com/in/${handle.toUpperCase()}`,
  (handle) => `http://www.linkedin.com/in/${handle}/en`,
  (handle) => `https://www.linkedin.com/mwlite/in/${handle}#about`,
  (handle) => `https://www.linkedin.com/comm/in/${handle}/details/`,
];
const PHONE_FORMS: ((digits: string) => string)[] = [
  (digits) => `00${digits}`,
  (digits) => `+${digits.slice(0, 2)} (0)${digits.slice(2, 4)} ${digits.slice(4)}`,
  (digits) => `+${digits.slice(0, 5)}-${digits.slice(5)} ext. 7`,
];
const NAMES = ['Grace', 'G.', 'Ms Grace B.', 'Hopper', 'Murray'];

/** The person again, by at least one of what they are known by, in another spelling. The rest is new, as after a move or with a plus tag. */
export function respell(n: number, random: () => number): Spelled {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const known = original(n);
  const kept = 1 + Math.floor(random() * 7);
  const has = (bit: number) => (kept & bit) > 0;
  const other = Math.floor(random() * 1e9);
  const [local, domain] = known.email.split('@') as [string, string];
  const elsewhere = random() < 0.5 ? `${local}+tag${other}@${domain}` : `grace${other}@moved.example`;
  return {
    first_name: pick(NAMES),
    last_name: pick(NAMES),
    email: has(1) ? pick(EMAIL_FORMS)(known.email) : has(6) && random() < 0.3 ? '' : elsewhere,
    linkedin_url: has(2) ? pick(PROFILE_FORMS)(handleOf(n)) : `https://www.linkedin.com/in/moved-${other}`,
    phone_number: has(4) ? pick(PHONE_FORMS)(known.phone_number.slice(1)) : '',
  };
}

export const lineOf = ({ first_name, last_name, email, linkedin_url, phone_number }: Spelled): string =>
  [first_name, last_name, email, linkedin_url, phone_number, 'Harbor'].map((cell) => `"${cell}"`).join(',');

const stranger = (n: number): Spelled => ({
  ...original(n),
  email: `stranger${n}@other.example`,
  linkedin_url: `https://www.linkedin.com/in/stranger-${n}`,
  phone_number: '',
});

type Call = (method: string, path: string, body?: unknown) => Promise<Response>;

async function proveErasedPeople(world: ProofWorld, { people, comings }: ErasedPeopleSize) {
  const port = await freePort();
  const stop = await startProgram(world, port, { REQUESTS_PER_SECOND: '100000' });
  try {
    const tenant = await makeTenant(world, 'erased');
    const url = `http://127.0.0.1:${port}/api/v1`;
    const headers = { jwt: tenant.token };
    const call: Call = (method, path, body) =>
      fetch(`${url}${path}`, {
        method,
        headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const importLines = async (lines: string[]) => {
      const { id } = (await (await call('POST', '/searches/', { name: 'Erased' })).json()) as { id: number };
      const form = new FormData();
      form.set('file_name', 'leads.csv');
      form.set('column_mapping', JSON.stringify(MAPPING));
      form.set('rows_without_linkedin', 'import');
      form.set('file_content', new Blob([[HEADER, ...lines].join('\n')]), 'leads.csv');
      return waitForImport(
        call,
        await fetch(`${url}/searches/${id}/import-csv/`, { method: 'POST', headers, body: form }),
      );
    };
    const leads = () => countLeads(world, tenant);
    for (let from = 0; from < people; from += ROWS_PER_FILE)
      await importLines(range(from, Math.min(people, from + ROWS_PER_FILE)).map((n) => lineOf(original(n))));
    const before = await leads();
    const erasure_minutes = await eraseAll(world, tenant, call);
    const left = await leads();
    const random = makeRandom(39);
    const files = await bringFiles(importLines, { people, comings, random });
    const strangers = await leads();
    const finder = await bringFinder(world, tenant, { people, comings: Math.ceil(comings / 100), random });
    const by_hand = await bringByHand(world, tenant, call, { people, comings: Math.ceil(comings / 1000), random });
    return {
      people: before,
      erasure_minutes,
      left,
      files,
      strangers,
      finder,
      by_hand,
      revived: (await leads()) - files.strangers,
    };
  } finally {
    await stop();
  }
}

function isErasedPeopleProven(
  { people, comings }: ErasedPeopleSize,
  found: Awaited<ReturnType<typeof proveErasedPeople>>,
): boolean {
  return (
    found.people === people &&
    found.left === 0 &&
    found.revived === 0 &&
    found.strangers === found.files.strangers &&
    found.files.kept_out === comings &&
    found.finder.skipped === found.finder.comings &&
    found.by_hand.refused === found.by_hand.comings &&
    found.erasure_minutes <= LONGEST_ERASURE_IN_MINUTES * Math.max(1, people / 10_000)
  );
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);

async function countLeads({ owner }: ProofWorld, { organization_id }: Tenant): Promise<number> {
  const { rows } = await owner.query('select count(*)::int as n from prospects where organization_id = $1', [
    organization_id,
  ]);
  return rows[0].n;
}

interface Counts {
  added_prospects: number;
  /** Those who were erased. */
  skipped_rows: number;
  /** Those who are in the file already, in another spelling. */
  duplicate_rows: number;
}

async function waitForImport(call: Call, answer: Response): Promise<Counts> {
  const started = (await answer.json()) as Counts & { import_id: number };
  if (answer.status === 200) return started;
  if (answer.status !== 202) throw new Error(`the import was refused: ${JSON.stringify(started)}`);
  for (;;) {
    const state = (await (await call('GET', `/imports/${started.import_id}/`)).json()) as Counts & { status: string };
    if (state.status === 'finished') return state;
    if (state.status === 'failed') throw new Error(`the import failed: ${JSON.stringify(state)}`);
    await sleep(100);
  }
}

/** Minutes until all leads of the tenant are erased. */
async function eraseAll({ owner }: ProofWorld, { organization_id }: Tenant, call: Call): Promise<number> {
  const start = performance.now();
  const { rows } = await owner.query<{ id: string }>(
    'select id from prospects where organization_id = $1 order by id',
    [organization_id],
  );
  for (let from = 0; from < rows.length; from += ERASED_AT_ONCE) {
    const prospect_ids = rows.slice(from, from + ERASED_AT_ONCE).map(({ id }) => Number(id));
    const answer = await call('POST', '/erasures/', { prospect_ids });
    if (answer.status !== 202) throw new Error(`the erasure was refused: ${await answer.text()}`);
  }
  for (;;) {
    const { rows: waiting } = await owner.query(
      'select from erasures where organization_id = $1 and prospect_id is not null limit 1',
      [organization_id],
    );
    if (waiting.length === 0) return (performance.now() - start) / 60_000;
    await sleep(250);
  }
}

interface Coming extends ErasedPeopleSize {
  random: () => number;
}

async function bringFiles(importLines: (lines: string[]) => Promise<Counts>, { people, comings, random }: Coming) {
  const start = performance.now();
  const sums = { comings, added: 0, kept_out: 0, strangers: 0, minutes: 0 };
  for (let from = 0; from < comings; from += ROWS_PER_FILE) {
    const lines = range(from, Math.min(comings, from + ROWS_PER_FILE)).flatMap((n) => {
      const line = lineOf(respell(Math.floor(random() * people), random));
      return n % STRANGER_EVERY === 0 ? [line, lineOf(stranger(n))] : [line];
    });
    sums.strangers += lines.length - (Math.min(comings, from + ROWS_PER_FILE) - from);
    const { added_prospects, skipped_rows, duplicate_rows } = await importLines(lines);
    sums.added += added_prospects;
    sums.kept_out += skipped_rows + duplicate_rows;
  }
  return { ...sums, minutes: (performance.now() - start) / 60_000 };
}

/** As the finder adds people, by profile and by address. */
async function bringFinder({ system }: ProofWorld, { organization_id }: Tenant, { people, comings, random }: Coming) {
  let skipped = 0;
  const source = { kind: 'finder' } as const;
  for (let from = 0; from < comings; from += FINDER_BATCH) {
    const batch = range(from, Math.min(comings, from + FINDER_BATCH)).map(() =>
      respell(Math.floor(random() * people), random),
    );
    const byProfile = new Map(batch.map((one) => [linkedinKey(one.linkedin_url)!, one]));
    await system.forOrganization(organization_id).transaction(async (tx) => {
      const rows = [...byProfile].map(([linkedin_key, one]) => {
        const cells: Record<string, string | null> = {
          ...one,
          linkedin_key,
          linkedin_profile_url: one.linkedin_url,
          email: cleanEmail(one.email),
        };
        return ALL_INCOMING_FIELDS.map((field) => cells[field] ?? null);
      });
      const merged = await mergeFewProspects(tx, { source }, rows, ALL_INCOMING_FIELDS, false);
      skipped += merged.erased.length + batch.length - byProfile.size;
      await mergeProspectsByEmail(tx, { source }, []);
    });
  }
  return { comings, skipped };
}

const cleanEmail = (email: string): string | null =>
  email === '' ? null : email.trim().replace(/^.*<|>$|^mailto:|\.$/g, '');

/** By hand: half as a referral of a reply, half as the new address of a stranger. */
async function bringByHand(
  world: ProofWorld,
  { organization_id }: Tenant,
  call: Call,
  { people, comings, random }: Coming,
) {
  const { rows } = await world.owner.query('select id from prospects where organization_id = $1 limit 1', [
    organization_id,
  ]);
  let refused = 0;
  for (let n = 0; n < comings; n += 1) {
    const person = original(Math.floor(random() * people));
    if (n % 2 === 0) {
      const answer = await call('PATCH', `/prospects/${rows[0].id}/update/`, { email: person.email.toUpperCase() });
      refused += answer.status === 409 ? 1 : 0;
    } else {
      const context = world.system.forOrganization(organization_id);
      const given = {
        first_name: 'G',
        last_name: 'H',
        email: person.email,
        linkedin_key: `in/other-${n}`,
        linkedin_profile_url: `https://www.linkedin.com/in/other-${n}`,
      };
      const added = context.transaction((tx) => mergePerson(tx, { source: { kind: 'referral' } }, given));
      refused += await added.then(
        () => 0,
        (error: { code?: string }) => (error.code === 'person_erased' ? 1 : 0),
      );
    }
  }
  return { comings, refused };
}

if (import.meta.main)
  await runProof({}, async (world) => {
    const size = { people: parseSize('PEOPLE', 10_000), comings: parseSize('COMINGS', 1_000_000) };
    const result = await proveErasedPeople(world, size);
    process.stdout.write(`erased-people: ${JSON.stringify(result)}\n`);
    const isProven = isErasedPeopleProven(size, result);
    recordProof('erased-people', isProven, result);
    return isProven;
  });
