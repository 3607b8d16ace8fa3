import type { Prospect } from '@overture/contract/prospects';
import { LEAD_PLACES } from '@overture/domain/leads/lead-fields';
import type { CardRow } from '../../ui/table/card-rows.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { crmColumn, leadColumn, personCard, workOf } from '../leads/index.ts';

export function leadColumns(): DataColumn<Prospect>[] {
  const offered = LEAD_PLACES.list_offered.map((id) => ({ ...leadColumn<Prospect>(id), isHiddenAtFirst: true }));
  return [...LEAD_PLACES.list_table.map((id) => leadColumn<Prospect>(id)), ...offered, crmColumn()];
}

/** A lead in two lines. */
export function leadCard(lead: Prospect): CardRow {
  return personCard(lead, { subtitle: workOf(lead) || lead.headline || lead.location });
}
