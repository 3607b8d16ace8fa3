import type { Prospect } from '@overture/contract/prospects';
import { LEAD_PLACES } from '@overture/domain/leads/lead-fields';
import { PersonAvatar } from '../../ui/display/person-avatar.tsx';
import type { CardRow } from '../../ui/table/card-rows.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { leadColumn, leadName } from '../leads/index.ts';

/** Columns of a lead list's table (leads 2): person, work, company. */
export function leadColumns(): DataColumn<Prospect>[] {
  return LEAD_PLACES.list_table.map((id) => leadColumn(id));
}

/** A lead in two lines. */
export function leadCard(lead: Prospect): CardRow {
  const work = [lead.job_title, lead.company.name].filter(Boolean).join(' · ');
  return {
    picture: <PersonAvatar name={leadName(lead)} picture_url={lead.profile_picture_url} size={36} />,
    title: leadName(lead),
    subtitle: work || lead.headline || lead.location,
  };
}
