import { t } from './texts.ts';

interface Named {
  first_name: string;
  last_name: string;
}

/** First and last name; empty where a lead has neither. */
export function fullName({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`.trim();
}

/** Full name; what stands in for it where a lead has none. */
export function leadName(lead: Named): string {
  return fullName(lead) || t('unnamed');
}
