import { describe, expect, test } from 'vitest';
import { CRM_LEAD_FIELDS } from '../crm.ts';
import { guessLeadColumns, LEAD_TARGETS } from '../csv/column-guess.ts';
import { EXAMPLE_LEAD } from '../message/example-lead.ts';
import { LIST_TABLE_COLUMNS, resolveColumn } from './lead-columns.ts';
import {
  LEAD_FIELDS,
  LEAD_PLACES,
  type LeadFieldId,
  leadField,
  leadLabel,
  leadValue,
  STORED_FIELDS,
} from './lead-fields.ts';

const { drawer, ...lists } = LEAD_PLACES;
const places: Record<string, readonly LeadFieldId[]> = {
  ...lists,
  drawer_company: drawer.company,
  drawer: [...drawer.contact, ...drawer.about],
};

describe('a field of a lead', () => {
  test.each(Object.entries(places))('stands once in %s', (_, ids) => {
    expect(ids).toEqual([...new Set(ids)]);
  });

  test('has a column of its own, and is exported and shown', () => {
    const columns = STORED_FIELDS.map((id) => LEAD_FIELDS[id].column);
    expect(new Set(columns).size).toBe(columns.length);
    expect([...LEAD_PLACES.export].sort()).toEqual([...STORED_FIELDS].sort());
    expect([...new Set(Object.values(drawer).flat())].sort()).toEqual([...STORED_FIELDS].sort());
  });

  test('is offered to CRMs, or named here as left out', () => {
    const offered: readonly string[] = Object.values(CRM_LEAD_FIELDS);
    expect(STORED_FIELDS.filter((id) => !offered.includes(id)).sort()).toEqual([
      'company_linkedin_url',
      'company_location',
      'headline',
      'revenue',
      'time_zone',
    ]);
  });

  test('can be imported when it says how, and has an example when messages name it', () => {
    const imported = STORED_FIELDS.filter((id) => leadField(id).import !== undefined);
    expect([...LEAD_PLACES.import].sort()).toEqual(imported.sort());
    for (const id of LEAD_PLACES.messages) expect(leadValue(EXAMPLE_LEAD, id)).toMatch(/\w/);
  });

  test('is found again by the import in the file that an export wrote', () => {
    const headings = LEAD_PLACES.export.map((id) => leadLabel(id, 'file'));
    const guessed = guessLeadColumns(headings);
    expect(guessed).toEqual(Object.fromEntries(LEAD_TARGETS.map(({ id, target }) => [target, leadLabel(id, 'file')])));
  });

  test('is known by the spellings of clients', () => {
    const names = ['company.name', 'company.amount_of_employees', 'company', 'employees', 'phone', 'lead', 'password'];
    expect(names.map((name) => resolveColumn(name, LIST_TABLE_COLUMNS))).toEqual([
      'company_name',
      'amount_of_employees',
      'company_name',
      'amount_of_employees',
      'phone_number',
      'name',
      null,
    ]);
  });
});
