import { t } from './texts.ts';

interface Named {
  first_name: string;
  last_name: string;
  /** Left out by those who do not know it. */
  email?: string | null;
}

/** First and last name; empty where a lead has neither. */
export function fullName({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`.trim();
}

/** Full name, or what else a lead is known by: its address before nothing at all. */
export function leadName(lead: Named): string {
  return fullName(lead) || lead.email || t('unnamed');
}
