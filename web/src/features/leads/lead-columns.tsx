import type { Prospect } from '@overture/contract/prospects';
import { type LeadFieldId, leadField, leadValue } from '@overture/domain/leads/lead-fields';
import { IconCheck } from '@tabler/icons-react';
import { formatEmployees } from '../../lib/format.ts';
import { leadFieldLabel } from '../../lib/labels/lead/lead-field.ts';
import type { DataColumn } from '../../ui/table/columns.ts';
import { CompanyCell } from './company-cell.tsx';
import { leadName } from './lead-name.ts';
import { PersonCell } from './person-cell.tsx';
import { t } from './texts.ts';

/** Starting widths; other fields have the table's own. */
const WIDTHS: Partial<Record<LeadFieldId, number>> = {
  name: 210,
  job_title: 190,
  company_name: 170,
  industry: 150,
  location: 160,
  amount_of_employees: 110,
  revenue: 130,
};

/** Whether a CRM has a record of the lead. */
export function crmColumn<Lead extends Prospect>(): DataColumn<Lead> {
  return {
    id: 'added_to_crm',
    header: t('crm'),
    width: 90,
    title: (lead) => (lead.added_to_crm ? t('added_to_crm') : undefined),
    cell: (lead) =>
      lead.added_to_crm ? (
        <span className="inline-flex items-center gap-1 text-green">
          <IconCheck size={15} aria-hidden />
          <span className="text-ink-2">{t('added')}</span>
        </span>
      ) : null,
  };
}

export function leadColumn<Lead extends Prospect>(id: LeadFieldId): DataColumn<Lead> {
  const { is_size } = leadField(id);
  const width = WIDTHS[id];
  return {
    id,
    header: leadFieldLabel(id),
    sort_field: id,
    ...(width ? { width } : {}),
    ...(is_size ? { align: 'right' } : {}),
    title: (lead) => (id === 'name' ? leadName(lead) : (leadValue(lead, id) ?? undefined)),
    cell: (lead) => {
      if (id === 'name') return <PersonCell person={lead} />;
      if (id === 'amount_of_employees') return formatEmployees(lead.company.amount_of_employees);
      if (id !== 'company_name') return leadValue(lead, id);
      return lead.company.name ? <CompanyCell name={lead.company.name} logo_url={lead.company.logo_url} /> : null;
    },
  };
}
