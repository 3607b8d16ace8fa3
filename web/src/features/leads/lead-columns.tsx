import type { Prospect } from '@overture/contract/prospects';
import { type LeadFieldId, leadField, leadValue } from '@overture/domain/leads/lead-fields';
import { formatEmployees } from '../../lib/format.ts';
import type { DataColumn } from '../../ui/table/columns.ts';
import { CompanyCell } from './company-cell.tsx';
import { leadName } from './lead-name.ts';
import { PersonCell } from './person-cell.tsx';

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

export function leadColumn<Lead extends Prospect>(id: LeadFieldId): DataColumn<Lead> {
  const { label, is_size } = leadField(id);
  const width = WIDTHS[id];
  return {
    id,
    header: label,
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
