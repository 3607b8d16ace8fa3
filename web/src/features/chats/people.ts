import type { ChatProspect } from '@overture/contract/chats';
import { isEmailAccount } from '@overture/domain/accounts';
import type { Channel } from '../../ui/display/channel-glyph.tsx';
import { t } from './texts.ts';

/** `Head of Growth at Northlight`, or what there is of it. */
export function roleOf({ job_title, company }: Pick<ChatProspect, 'job_title' | 'company'>): string {
  if (job_title && company.name) return t('at_company', { title: job_title, company: company.name });
  return job_title ?? company.name ?? '';
}

/** The glyph of an account's kind. */
export function channelOf(accountType: string): Channel {
  return isEmailAccount(accountType) ? 'email' : 'linkedin';
}

/** The channels of a conversation, each once. */
export function channelsOf(accountTypes: readonly string[]): Channel[] {
  return [...new Set(accountTypes.map(channelOf))];
}
