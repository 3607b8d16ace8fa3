import { api } from '@overture/contract';
import { missingTargets } from '@overture/domain/csv/column-guess';
import { compare, type FieldCheck } from './field-check.ts';
import { enterStage, type FieldPerson, type FieldStage, until } from './field-stage.ts';
import type { FileCase, FileRight } from './file-cases.ts';

/** A file goes in as the dialog sends it, leads come out as the table shows them. */

/** What the browser's dialog reads of a file; its modules are typed for a browser, so they are loaded by address. */
interface DialogModules {
  readCsvPreview(file: File): Promise<CsvPreview>;
  guessMapping(preview: CsvPreview): Record<string, string>;
  guessExtras(preview: CsvPreview, mapping: Record<string, string>, known: readonly never[]): ExtraColumn[];
}
interface CsvPreview {
  indexes: ReadonlyMap<string, number>;
}
type ExtraColumn = Record<'header' | 'name' | 'type', string> & { is_on: boolean; date_order: string | null };

async function loadDialog(): Promise<DialogModules> {
  const folder = new URL('../../../web/src/features/csv-import/file/', import.meta.url);
  const [{ readCsvPreview, guessMapping }, { guessExtras }] = await Promise.all(
    ['read-csv-preview.ts', 'extra-columns.ts'].map((name) => import(new URL(name, folder).href)),
  );
  return { readCsvPreview, guessMapping, guessExtras };
}

/** What the dialog sends without changes, or with the chosen columns. */
async function fillDialog({ input, bytes, by_hand = {} }: FileCase) {
  const { readCsvPreview, guessMapping, guessExtras } = await loadDialog();
  const name = `${input}.csv`;
  const preview = await readCsvPreview(new File([bytes], name, { type: 'text/csv' }));
  const mapping: Record<string, string> = guessMapping(preview);
  const headings = new Map([...preview.indexes].map(([heading, index]) => [index, heading]));
  for (const [target, place] of Object.entries(by_hand)) {
    const heading = headings.get(place);
    if (heading === undefined || mapping[target] === heading) continue;
    for (const [known, used] of Object.entries(mapping)) if (used === heading) delete mapping[known];
    mapping[target] = heading;
  }
  const extras = guessExtras(preview, mapping, []).filter((extra) => extra.is_on);
  const used = new Set(Object.values(mapping));
  const custom = extras
    .filter(({ header }) => !used.has(header))
    .map(({ header, name: title, type, date_order }) => ({ header, name: title, type, date_order }));
  return { name, mapping, custom, missing: missingTargets(mapping) };
}

export async function runFileCases(stage: FieldStage, cases: readonly FileCase[]): Promise<FieldCheck[]> {
  const checks: FieldCheck[] = [];
  for (const file of cases) checks.push(await runFileCase(stage, file));
  return checks;
}

async function runFileCase(stage: FieldStage, file: FileCase): Promise<FieldCheck> {
  const { named, ...should }: Record<string, unknown> & FileRight = { ...file.right };
  try {
    return compare(file, should, await importFile(await enterStage(stage), file));
  } catch (error) {
    return { ...compare(file, should, {}), came: error instanceof Error ? error.message : String(error) };
  }
}

async function importFile(person: FieldPerson, file: FileCase): Promise<Record<string, unknown>> {
  const { name, mapping, custom, missing } = await fillDialog(file);
  if (missing.length > 0)
    throw new Error(`not importable: ${missing.join()} missing, guessed ${JSON.stringify(mapping)}`);
  const { id } = await person.call(api.createSearch, { body: { name: file.input } });
  const answer = await person.call(
    api.importCsv,
    {
      params: { id },
      body: { file_name: name, column_mapping: JSON.stringify(mapping), custom_columns: JSON.stringify(custom) },
    },
    { name, bytes: file.bytes },
  );
  const counts = await until('the import ends', async () => {
    const now = await person.call(api.getImport, { params: { id: answer.import_id } });
    return ['finished', 'failed'].includes(now.status) && now;
  });
  return { ...(await fetchLeads(person, id, file.right)), skipped: counts.skipped_rows, bad: counts.bad_rows };
}

async function fetchLeads(person: FieldPerson, id: number, right: FileRight): Promise<Record<string, unknown>> {
  const { prospects } = await person.call(api.listSearchProspects, { params: { id }, query: {} });
  const sorted = prospects.toSorted((a, b) => a.id - b.id);
  const { columns } = await person.call(api.listLeadColumns);
  const key = columns.find(({ name }) => name === right.custom?.column)?.key ?? '';
  const leads = sorted.map((lead) =>
    [
      `${lead.first_name} ${lead.last_name}`,
      lead.email ?? '-',
      lead.linkedin_profile_url === null ? '-' : decodeURIComponent(lead.linkedin_profile_url.split('/in/')[1] ?? ''),
      lead.company.name ?? '-',
    ].join(', '),
  );
  const sizes = sorted.map(({ company }) => company.amount_of_employees);
  return {
    leads,
    others: leads.filter((lead) => !right.named?.includes(lead)),
    sizes: sizes.map((size, place) => (size !== null && right.sizes?.[place] === '*' ? '*' : size)),
    custom: right.custom && { column: right.custom.column, values: sorted.map(({ custom }) => plain(custom?.[key])) },
  };
}

const plain = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/\s+/g, ' ') : (value ?? null));
