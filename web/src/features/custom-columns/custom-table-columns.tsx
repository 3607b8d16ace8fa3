import type { LeadColumn } from '@overture/contract/lead-columns';
import type { Prospect } from '@overture/contract/prospects';
import { CUSTOM_KINDS, customName } from '@overture/domain/leads/custom-columns';
import type { DataColumn } from '../../ui/table/columns.ts';
import { showCustomValue } from './custom-value.ts';

/** Columns shown by default; more are chosen in the columns menu. */
const SHOWN_AT_FIRST = 5;

export function customTableColumns<Lead extends Prospect>(columns: readonly LeadColumn[]): DataColumn<Lead>[] {
  return columns.map(({ key, name, type }, index) => {
    const text = (lead: Lead) => showCustomValue(type, lead.custom?.[key]);
    return {
      id: customName(key),
      header: name,
      sort_field: customName(key),
      width: 150,
      ...(type === 'number' ? { align: 'right' as const } : {}),
      isHiddenAtFirst: index >= SHOWN_AT_FIRST,
      ...(index < SHOWN_AT_FIRST ? { hasValue: (lead: Lead) => lead.custom?.[key] !== undefined } : {}),
      title: text,
      cell: text,
    };
  });
}

/** What a table can be filtered by. */
export function customFilterKinds(columns: readonly LeadColumn[]) {
  return columns.map(({ key, name, type }) => ({ id: customName(key), label: name, kind: CUSTOM_KINDS[type] }));
}
