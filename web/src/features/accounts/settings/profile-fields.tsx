import { TextInput } from '@mantine/core';
import type { Account } from '@overture/contract/accounts';
import { TEXT_LIMITS } from '@overture/domain/limits';
import { pickChanged } from '../../../lib/edits/changes.ts';
import { t } from '../texts.ts';

/** What messages may say of a sender; empty where it says nothing. */
export interface Profile {
  phone: string;
  job_title: string;
  calendar_url: string;
}

const FIELDS = [
  { field: 'phone', max: TEXT_LIMITS.sender_phone_max, type: 'tel' },
  { field: 'job_title', max: TEXT_LIMITS.sender_title_max, type: 'text' },
  { field: 'calendar_url', max: TEXT_LIMITS.url_max, type: 'url' },
] as const;

export function toProfile({ phone, job_title, calendar_url }: Account): Profile {
  return { phone: phone ?? '', job_title: job_title ?? '', calendar_url: calendar_url ?? '' };
}

export function changedProfile(account: Account, profile: Profile): Partial<Profile> {
  return pickChanged(toProfile(account), profile);
}

interface ProfileFieldsProps {
  profile: Profile;
  /** What the server refused, by field. */
  refused: Record<string, string>;
  onChange: (profile: Profile) => void;
}

export function ProfileFields({ profile, refused, onChange }: ProfileFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-3 min-w-0 m-0 p-0 border-0">
      <legend className="p-0 font-medium">{t('settings_profile')}</legend>
      <p className="text-ink-3 text-meta">{t('settings_profile_text')}</p>
      {FIELDS.map(({ field, max, type }) => (
        <TextInput
          key={field}
          label={t(`settings_${field}`)}
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
