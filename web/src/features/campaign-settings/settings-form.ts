import type { Campaign } from '@overture/contract/campaigns';
import { CAMPAIGN_DAILY_LIMITS } from '@overture/domain/limits';
import type { Language } from '@overture/domain/message/languages';
import { parseSendingWindow, type SendingWindow } from '@overture/domain/sending-window';
import { isBlank } from '@overture/domain/text';
import { t } from './texts.ts';

export interface SettingsDraft {
  name: string;
  language: Language;
  timezone: string;
  email_account_id: number | null;
  /** As typed; empty while it is being replaced. */
  email_max_messages: number | string;
  sending_window: SendingWindow;
}

export type SettingsErrors = Partial<Record<keyof SettingsDraft, string>>;

/** The settings of a campaign as the form holds them. */
export function draftOf(campaign: Campaign): SettingsDraft {
  const { name, language, timezone, email_account_id, email_max_messages, sending_window } = campaign;
  return { name, language, timezone, email_account_id, email_max_messages, sending_window };
}

/** What is wrong, by field; empty when it can be saved. */
export function findErrors(draft: SettingsDraft): SettingsErrors {
  const errors: SettingsErrors = {};
  const bounds = CAMPAIGN_DAILY_LIMITS.email_max_messages;
  const limit = Number(draft.email_max_messages);
  if (isBlank(draft.name)) errors.name = t('name_blank');
  if (draft.email_max_messages === '' || !Number.isInteger(limit) || limit < bounds.min || limit > bounds.max) {
    errors.email_max_messages = t('daily_limit_wrong', bounds);
  }
  const window = parseSendingWindow(draft.sending_window);
  if (!window.ok) errors.sending_window = window.error;
  return errors;
}

/** True when the form holds something else than the campaign. */
export function isChanged(campaign: Campaign, draft: SettingsDraft): boolean {
  return JSON.stringify(draftOf(campaign)) !== JSON.stringify(draft);
}
