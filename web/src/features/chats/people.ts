import type { ChatProspect } from '@overture/contract/chats';
import { type AccountType, isEmailAccount } from '@overture/domain/accounts';
import { t } from './texts.ts';

/** `Head of Growth at Northlight`, or what there is of it. */
export function formatRole({ job_title, company }: Pick<ChatProspect, 'job_title' | 'company'>): string {
  if (job_title && company.name) return t('at_company', { title: job_title, company: company.name });
  return job_title ?? company.name ?? '';
}

/** The channel of campaigns that an account serves; null for one that only brings conversations. */
export function findChannel(accountType: AccountType): 'email' | 'linkedin' | null {
  if (isEmailAccount(accountType)) return 'email';
  return accountType === 'LINKEDIN' ? 'linkedin' : null;
}

/** One type of account for each glyph of a conversation: mailboxes look alike. */
export function listGlyphTypes(accountTypes: readonly AccountType[]): AccountType[] {
  const isFirst = (type: AccountType, index: number): boolean =>
    accountTypes.findIndex((one) => one === type || (isEmailAccount(one) && isEmailAccount(type))) === index;
  return accountTypes.filter(isFirst);
}
