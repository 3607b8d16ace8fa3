import type { LeadColumn } from '@overture/contract/lead-columns';
import type { Prospect } from '@overture/contract/prospects';
import { customName } from '@overture/domain/leads/custom-columns';
import { type CustomType, type CustomValue, printCustomValue } from '@overture/domain/leads/custom-values';
import { LEAD_FIELDS, leadField, leadValue, STORED_FIELDS } from '@overture/domain/leads/lead-fields';

/** A column whose cells can be edited in the table. */
export interface EditableColumn {
  label: string;
  kind: CustomType;
  /** Texts of several lines. */
  hasLines: boolean;
  /** What a lead has in it; null where the cell is empty. */
  read: (lead: Prospect) => CustomValue | null;
  /** The lead with another value, as the table shows it until the server has answered. */
  write: (lead: Prospect, value: CustomValue | null) => Prospect;
}

/** The editable columns of the table of leads, by their ids. */
export function listEditable(custom: readonly LeadColumn[]): ReadonlyMap<string, EditableColumn> {
  const fields = STORED_FIELDS.filter((id) => leadField(id).edited_as).map((id): [string, EditableColumn] => {
    const { column } = LEAD_FIELDS[id];
    return [
      id,
      {
        ...{ label: LEAD_FIELDS[id].label, kind: 'text', hasLines: false },
        read: (lead) => leadValue(lead, id) || null,
        write: (lead, value) =>
          column.startsWith('company_')
            ? { ...lead, company: { ...lead.company, [column.slice('company_'.length)]: value } }
            : { ...lead, [column]: value },
      },
    ];
  });
  const own = custom.map(({ key, name, type }): [string, EditableColumn] => [
    customName(key),
    {
      ...{ label: name, kind: type, hasLines: type === 'text' },
      read: (lead) => lead.custom?.[key] ?? null,
      write: (lead, value) => ({ ...lead, custom: withValue(lead.custom, key, value) }),
    },
  ]);
  return new Map([...fields, ...own]);
}

function withValue(custom: Prospect['custom'], key: string, value: CustomValue | null) {
  const { [key]: _before, ...others } = custom ?? {};
  return value === null ? others : { ...others, [key]: value };
}

/** A value as the editor and the clipboard have it. */
export function printValue(value: CustomValue | null): string {
  return value === null ? '' : printCustomValue(value);
}
