import { fullName } from '@overture/domain/leads/full-name';
import { t } from './texts.ts';

interface Named {
  first_name: string;
  last_name: string;
  /** Left out by those who do not know it. */
  email?: string | null;
}

/** Full name, or what else a lead is known by: its address before nothing at all. */
export function leadName(lead: Named): string {
  return fullName(lead) || lead.email || t('unnamed');
}

/** `Head of Growth · Northlight`, or what there is of it. */
export function formatWork(lead: { job_title: string | null; company: { name: string | null } }): string {
  return [lead.job_title, lead.company.name].filter(Boolean).join(' · ');
}
