import { NumberInput, Select } from '@mantine/core';
import { CAMPAIGN_TOTAL_LIMITS } from '@overture/domain/limits';
import { PROVIDER_MATCHINGS, type ProviderMatching } from '@overture/domain/sending/sender-choice';
import { useCustomColumns } from '../custom-columns/index.ts';
import classes from './campaign-settings.module.css';
import type { SettingsDraft, SettingsErrors, TotalField } from './settings-form.ts';
import { t } from './texts.ts';

interface SharingFieldsProps {
  draft: SettingsDraft;
  errors: SettingsErrors;
  hasEmail: boolean;
  onChange: (draft: SettingsDraft) => void;
}

/** Who writes to whom where several senders share a campaign, and what they do a day together. */
export function SharingFields({ draft, errors, hasEmail, onChange }: SharingFieldsProps) {
  const { provider_matching: matching } = draft;
  return (
    <section className={classes.section}>
      <h3>{t('section_sharing')}</h3>
      {hasEmail ? (
        <>
          <Select
            label={t('matching')}
            description={
              <span className={matching === 'strict' ? 'text-amber' : undefined}>{t(`matching_${matching}_text`)}</span>
            }
            data={PROVIDER_MATCHINGS.map((value) => ({ value, label: t(`matching_${value}`) }))}
            value={matching}
            allowDeselect={false}
            onChange={(value) => value && onChange({ ...draft, provider_matching: value as ProviderMatching })}
          />
          <TotalInput field="max_emails_per_day_total" draft={draft} errors={errors} onChange={onChange} />
        </>
      ) : null}
      <TotalInput field="max_new_leads_per_day" draft={draft} errors={errors} onChange={onChange} />
      <SenderColumn
        value={draft.sender_column_id}
        onChange={(sender_column_id) => onChange({ ...draft, sender_column_id })}
      />
    </section>
  );
}

interface TotalInputProps extends Omit<SharingFieldsProps, 'hasEmail'> {
  field: TotalField;
}

/** A limit that may be empty. */
function TotalInput({ field, draft, errors, onChange }: TotalInputProps) {
  return (
    <NumberInput
      label={t(field)}
      description={t(`${field}_text`)}
      placeholder={t('no_limit')}
      min={0}
      max={CAMPAIGN_TOTAL_LIMITS[field].max}
      allowDecimal={false}
      allowNegative={false}
      value={draft[field]}
      error={errors[field]}
      onChange={(value) => onChange({ ...draft, [field]: value })}
    />
  );
}

/** Columns of texts; nothing while the organization has none. */
function SenderColumn({ value, onChange }: { value: number | null; onChange: (id: number | null) => void }) {
  const { all } = useCustomColumns();
  const texts = (all ?? []).filter(({ id, type, is_archived }) => type === 'text' && (!is_archived || id === value));
  if (texts.length === 0) return null;
  return (
    <Select
      label={t('sender_column')}
      description={t('sender_column_text')}
      placeholder={t('sender_column_none')}
      data={texts.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      clearable
      searchable
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
