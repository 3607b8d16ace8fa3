import type { Prospect } from '@overture/contract/prospects';
import { LEAD_PLACES, type LeadFieldId, leadValue } from '@overture/domain/leads/lead-fields';
import type { DataColumn } from '../../ui/table/columns.ts';
import type { CardRow } from '../../ui/table/use-data-table.ts';
import { crmColumn, leadColumn, personCard, workOf } from '../leads/index.ts';

export function leadColumns(): DataColumn<Prospect>[] {
  const shown = LEAD_PLACES.list_table.map((id) => ({ ...leadColumn<Prospect>(id), ...whenFilled(id) }));
  const offered = LEAD_PLACES.list_offered.map((id) => ({
    ...leadColumn<Prospect>(id),
    isHiddenAtFirst: true,
    ...(id === 'email' || id === 'phone_number' ? whenFilled(id) : {}),
  }));
  return [...shown, ...offered, { ...crmColumn(), hasValue: (lead) => lead.added_to_crm === true }];
}

/** Hides the column while no lead has a value. */
const whenFilled = (id: LeadFieldId): Pick<DataColumn<Prospect>, 'hasValue'> =>
  id === 'name' ? {} : { hasValue: (lead) => Boolean(leadValue(lead, id)) };

/** A lead in two lines. */
export function leadCard(lead: Prospect): CardRow {
  return personCard(lead, {
    subtitle: workOf(lead) || lead.headline || lead.location || lead.email || lead.phone_number,
  });
}
