import type { CampaignMails } from '@overture/contract/campaign-mails';
import type { Campaign } from '@overture/contract/campaigns';
import type { CampaignTouchRules } from '@overture/domain/campaign/touch-locks';
import { CAMPAIGN_DAILY_LIMITS, CAMPAIGN_TOTAL_LIMITS } from '@overture/domain/limits';
import type { Language } from '@overture/domain/message/languages';
import type { ProviderMatching } from '@overture/domain/sending/sender-choice';
import {
  parseSendingWindow,
  parseWeekWindows,
  type SendingWindow,
  type WeekWindows,
} from '@overture/domain/sending/sending-window';
import { isBlank } from '@overture/domain/text/text';
import { findOverlap, pickChanged } from '../../lib/edits/changes.ts';
import type { ChangedField } from '../../lib/edits/use-edit-conflict.tsx';
import { messageLanguageLabel } from '../../lib/labels/inbox/message-language.ts';
import { nameSenders } from '../campaign-senders/index.ts';
import { t } from './texts.ts';
import { windowWords } from './window-words.ts';

export interface SettingsDraft extends CampaignMails {
  name: string;
  language: Language;
  timezone: string;
  /** The senders of each channel, the first first. */
  email_account_ids: number[];
  linkedin_account_ids: number[];
  /** Limits as typed; empty while one is being replaced. */
  email_max_messages: number | string;
  linkedin_max_messages: number | string;
  linkedin_max_connections: number | string;
  sending_window: SendingWindow;
  /** Null where the one window holds. */
  windows: WeekWindows | null;
  counts_working_days: boolean;
  skips_holidays: boolean;
  /** Null for what the time zone says. */
  holiday_calendar: string | null;
  uses_lead_zone: boolean;
  /** Null where no column names senders. */
  sender_column_id: number | null;
  provider_matching: ProviderMatching;
  /** As typed; empty for no limit. */
  max_emails_per_day_total: number | string;
  max_new_leads_per_day: number | string;
  /** Empty where the rules of the organization hold. */
  touch_rules: CampaignTouchRules;
}

const LIMIT_FIELDS = ['linkedin_max_connections', 'linkedin_max_messages', 'email_max_messages'] as const;
export type LimitField = (typeof LIMIT_FIELDS)[number];
const TOTAL_FIELDS = ['max_emails_per_day_total', 'max_new_leads_per_day'] as const;
export type TotalField = (typeof TOTAL_FIELDS)[number];

export type SettingsErrors = Partial<Record<keyof SettingsDraft, string>>;

export function toDraft(campaign: Campaign): SettingsDraft {
  const { name, language, timezone, email_account_ids, linkedin_account_ids, sending_window } = campaign;
  const { email_max_messages, linkedin_max_messages, linkedin_max_connections } = campaign;
  const limits = { email_max_messages, linkedin_max_messages, linkedin_max_connections };
  const { windows, counts_working_days, skips_holidays, holiday_calendar, uses_lead_zone } = campaign;
  const days = { sending_window, windows, counts_working_days, skips_holidays, holiday_calendar, uses_lead_zone };
  const { sender_column_id, provider_matching, tracks_clicks, tracks_opens } = campaign;
  const { plain_text_only, plain_first_email, signature_choice, signature_id, signs_follow_ups } = campaign;
  const signing = { signature_choice, signature_id, signs_follow_ups };
  const mails = { plain_text_only, plain_first_email, ...signing, tracks_clicks, tracks_opens };
  const totals = {
    max_emails_per_day_total: campaign.max_emails_per_day_total ?? '',
    max_new_leads_per_day: campaign.max_new_leads_per_day ?? '',
  };
  const sharing = { sender_column_id, provider_matching, ...mails, ...totals };
  const touch_rules = campaign.touch_rules ?? {};
  const senders = { email_account_ids, linkedin_account_ids };
  return { name, language, timezone, ...senders, ...days, ...limits, ...sharing, touch_rules };
}

/** What was changed since the form began, as it is sent. */
export function bodyOfDraft(base: Campaign, draft: SettingsDraft) {
  const { windows, email_account_ids, linkedin_account_ids, ...changed } = pickChanged(
    toBody(toDraft(base)),
    toBody(draft),
  );
  return {
    ...changed,
    ...(email_account_ids?.length ? nameSenders('email', base.email_account_ids, email_account_ids) : {}),
    ...(linkedin_account_ids?.length ? nameSenders('linkedin', base.linkedin_account_ids, linkedin_account_ids) : {}),
    // An empty object goes back to the one window.
    ...(windows === undefined ? {} : { windows: windows ?? {} }),
  };
}

/** Senders that are taken out of a list of several; their leads are asked about. */
export function findRemoved(base: Campaign, draft: SettingsDraft): number[] {
  const removed = (before: readonly number[], now: readonly number[]) =>
    before.length <= 1 ? [] : before.filter((id) => !now.includes(id));
  return [
    ...removed(base.email_account_ids, draft.email_account_ids),
    ...removed(base.linkedin_account_ids, draft.linkedin_account_ids),
  ];
}

function toBody(draft: SettingsDraft) {
  const limits = Object.fromEntries(LIMIT_FIELDS.map((field) => [field, Number(draft[field])])) as Record<
    LimitField,
    number
  >;
  // Nothing, or 0, is no limit and no column.
  const totals = Object.fromEntries(TOTAL_FIELDS.map((field) => [field, Number(draft[field])])) as Record<
    TotalField,
    number
  >;
  return {
    ...draft,
    ...limits,
    ...totals,
    sender_column_id: draft.sender_column_id ?? 0,
    holiday_calendar: draft.holiday_calendar ?? '',
    name: draft.name.trim(),
  };
}

const limitWords = (limit: number | string): string => (Number(limit) > 0 ? String(limit) : t('no_limit'));

const FIELD_WORDS: Partial<Record<keyof SettingsDraft, (from: SettingsDraft) => string>> = {
  language: (from) => messageLanguageLabel(from.language),
  sending_window: (from) => windowWords(from.sending_window, from.timezone),
  windows: (from) => (from.windows ? t('windows') : windowWords(from.sending_window, from.timezone)),
  holiday_calendar: (from) => from.holiday_calendar ?? t('holiday_calendar_usual'),
  signature_choice: (from) => t(`signature_${from.signature_choice}`),
  signature_id: (from) => t(from.signature_id === null ? 'signature_none' : 'signature_fixed'),
  provider_matching: (from) => t(`matching_${from.provider_matching}`),
  sender_column_id: (from) => t(from.sender_column_id ? 'sender_column_chosen' : 'sender_column_none'),
  max_emails_per_day_total: (from) => limitWords(from.max_emails_per_day_total),
  max_new_leads_per_day: (from) => limitWords(from.max_new_leads_per_day),
  touch_rules: (from) => t(Object.keys(from.touch_rules).length > 0 ? 'touch_rules_own' : 'touch_rules_all'),
};

/** The settings that a colleague and this form changed to different things, in words. */
export function findChangedFields(base: Campaign, draft: SettingsDraft, theirs: Campaign): ChangedField[] {
  const words = (from: SettingsDraft, field: keyof SettingsDraft): string => {
    // Names of accounts come with the campaigns that use them.
    if (field === 'email_account_ids' || field === 'linkedin_account_ids') {
      const known = [...theirs.accounts, ...base.accounts];
      return from[field].map((id) => known.find((one) => one.id === id)?.name ?? t('another_account')).join(', ');
    }
    if (typeof from[field] === 'boolean') return t(from[field] ? 'on' : 'off');
    return FIELD_WORDS[field]?.(from) ?? String(from[field] ?? '');
  };
  const found = toDraft(theirs);
  return findOverlap(toBody(toDraft(base)), toBody(draft), toBody(found)).map((field) => ({
    label: t(FIELD_LABELS[field]),
    theirs: words(found, field),
    mine: words(draft, field),
  }));
}

const FIELD_LABELS = {
  name: 'name',
  language: 'language',
  timezone: 'timezone',
  email_account_ids: 'email_account',
  linkedin_account_ids: 'linkedin_account',
  email_max_messages: 'email_max_messages',
  linkedin_max_messages: 'linkedin_max_messages',
  linkedin_max_connections: 'linkedin_max_connections',
  sending_window: 'window',
  windows: 'windows',
  counts_working_days: 'counts_working_days',
  skips_holidays: 'skips_holidays',
  holiday_calendar: 'holiday_calendar',
  uses_lead_zone: 'uses_lead_zone',
  sender_column_id: 'sender_column',
  provider_matching: 'matching',
  max_emails_per_day_total: 'max_emails_per_day_total',
  max_new_leads_per_day: 'max_new_leads_per_day',
  plain_text_only: 'plain_text_only',
  plain_first_email: 'plain_first_email',
  signature_choice: 'signature',
  signature_id: 'signature_id',
  signs_follow_ups: 'signs_follow_ups',
  tracks_clicks: 'tracks_clicks',
  tracks_opens: 'tracks_opens',
  touch_rules: 'section_touch',
} as const;

/** What is wrong, by field; empty when it can be saved. */
export function findErrors(draft: SettingsDraft): SettingsErrors {
  const errors: SettingsErrors = {};
  if (isBlank(draft.name)) errors.name = t('name_blank');
  for (const field of LIMIT_FIELDS) {
    const bounds = CAMPAIGN_DAILY_LIMITS[field];
    if (draft[field] === '' || !isWithin(draft[field], bounds)) errors[field] = t('daily_limit_wrong', bounds);
  }
  for (const field of TOTAL_FIELDS) {
    const bounds = CAMPAIGN_TOTAL_LIMITS[field];
    if (!isWithin(draft[field], { min: 0, max: bounds.max })) errors[field] = t('daily_limit_wrong', bounds);
  }
  if (draft.signature_choice === 'fixed' && draft.signature_id === null)
    errors.signature_id = t('signature_id_missing');
  Object.assign(errors, findWindowErrors(draft));
  return isComplete(draft.touch_rules) ? errors : { ...errors, touch_rules: t('touch_rules_missing') };
}

function findWindowErrors(draft: SettingsDraft): SettingsErrors {
  const errors: SettingsErrors = {};
  const several = draft.windows && parseWeekWindows(draft.windows);
  if (several && !several.ok) errors.windows = several.error;
  const window = parseSendingWindow(draft.sending_window);
  if (!draft.windows && !window.ok) errors.sending_window = window.error;
  return errors;
}

/** An emptied field is NaN. */
const isComplete = (rules: CampaignTouchRules): boolean => !Object.values(rules).some(Number.isNaN);

function isWithin(typed: number | string, { min, max }: { min: number; max: number }): boolean {
  const limit = Number(typed);
  return Number.isInteger(limit) && limit >= min && limit <= max;
}

/** True when the form holds something else than the campaign. */
export function isChanged(campaign: Campaign, draft: SettingsDraft): boolean {
  return JSON.stringify(toDraft(campaign)) !== JSON.stringify(draft);
}
