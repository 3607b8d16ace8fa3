import { TextInput } from '@mantine/core';
import type { Account } from '@overture/contract/accounts';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { pickChanged } from '../../../lib/edits/changes.ts';
import { t } from '../texts.ts';

/** What messages may say of a sender; empty where it says nothing. */
export interface Profile {
  name: string;
  reply_to: string;
  phone: string;
  job_title: string;
  calendar_url: string;
}

/** In the head of every mail. */
const MAIL_FIELDS = [
  { field: 'name', max: TEXT_LIMITS.name_max, type: 'text' },
  { field: 'reply_to', max: TEXT_LIMITS.email_max, type: 'email' },
] as const;

const FIELDS = [
  { field: 'phone', max: TEXT_LIMITS.sender_phone_max, type: 'tel' },
  { field: 'job_title', max: TEXT_LIMITS.sender_title_max, type: 'text' },
  { field: 'calendar_url', max: TEXT_LIMITS.url_max, type: 'url' },
] as const;

export function toProfile({ name, reply_to, phone, job_title, calendar_url }: Account): Profile {
  return {
    name,
    reply_to: reply_to ?? '',
    phone: phone ?? '',
    job_title: job_title ?? '',
    calendar_url: calendar_url ?? '',
  };
}

export function changedProfile(account: Account, profile: Profile): Partial<Profile> {
  return pickChanged(toProfile(account), profile);
}

interface ProfileFieldsProps {
  isEmail: boolean;
  profile: Profile;
  /** What the server refused, by field. */
  refused: Record<string, string>;
  onChange: (profile: Profile) => void;
}

export function ProfileFields({ isEmail, profile, refused, onChange }: ProfileFieldsProps) {
  const fields = isEmail ? [...MAIL_FIELDS, ...FIELDS] : FIELDS;
  return (
    <fieldset className="flex flex-col gap-3 min-w-0 m-0 p-0 border-0">
      <legend className="p-0 font-medium">{t('settings_profile')}</legend>
      <p className="text-ink-3 text-meta">{t('settings_profile_text')}</p>
      {fields.map(({ field, max, type }) => (
        <TextInput
          key={field}
          label={t(`settings_${field}`)}
          description={field === 'reply_to' ? t('settings_reply_to_text') : undefined}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          type={type}
          maxLength={max}
          autoComplete="off"
          value={profile[field]}
          error={refused[field]}
          onChange={(event) => onChange({ ...profile, [field]: event.currentTarget.value })}
        />
      ))}
    </fieldset>
  );
}
