import type { Prospect } from '@overture/contract/prospects';
import { formatEmployees } from '../../lib/format.ts';
import { PersonAvatar } from '../../ui/display/person-avatar.tsx';
import type { CardRow } from '../../ui/table/card-rows.tsx';
import type { DataColumn } from '../../ui/table/columns.ts';
import { CompanyCell, leadName } from '../leads/index.ts';
import classes from './prospect-table.module.css';
import { t } from './texts.ts';

type TextColumn = {
  id: string;
  width: number;
  read: (lead: Prospect) => string | null;
  /** How it is written in the cell; the tooltip has it in full. */
  show?: (value: string | null) => string | null;
  align?: 'right';
};

const textColumns = [
  { id: 'job_title', width: 190, read: (lead) => lead.job_title },
  { id: 'company_name', width: 170, read: (lead) => lead.company.name },
  { id: 'industry', width: 150, read: (lead) => lead.industry ?? lead.company.industry },
  { id: 'location', width: 160, read: (lead) => lead.location },
  {
    id: 'amount_of_employees',
    width: 110,
    align: 'right',
    read: (lead) => lead.company.amount_of_employees,
    show: formatEmployees,
  },
  { id: 'revenue', width: 130, align: 'right', read: (lead) => lead.company.revenue },
] as const satisfies readonly TextColumn[];

/** Columns of a lead list's table (leads 2): person, work, company. */
export function leadColumns(): DataColumn<Prospect>[] {
  return [
    {
      id: 'name',
      header: t('name'),
      width: 210,
      sort_field: 'name',
      title: leadName,
      cell: (lead) => (
        <span className={classes.person}>
          <PersonAvatar name={leadName(lead)} picture_url={lead.profile_picture_url} />
          <span className="truncate">{leadName(lead)}</span>
        </span>
      ),
    },
    ...textColumns.map(
      (column: TextColumn & { id: (typeof textColumns)[number]['id'] }): DataColumn<Prospect> => ({
        id: column.id,
        header: t(column.id),
        width: column.width,
        sort_field: column.id,
        ...(column.align ? { align: column.align } : {}),
        title: (lead) => column.read(lead) ?? undefined,
        cell: (lead) =>
          column.id === 'company_name' && lead.company.name ? (
            <CompanyCell name={lead.company.name} logo_url={lead.company.logo_url} />
          ) : (
            (column.show?.(column.read(lead)) ?? column.read(lead))
          ),
      }),
    ),
  ];
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
