import { NumberInput, Switch } from '@mantine/core';
import type { Campaign } from '@overture/contract/campaigns';
import { CAMPAIGN_DAILY_LIMITS } from '@overture/domain/limits';
import { useMemo } from 'react';
import { useUser } from '../../lib/api/session.ts';
import { SenderPool } from '../campaign-senders/index.ts';
import { readFlow } from '../flow-canvas/index.ts';
import { TrackingSwitches } from '../link-tracking/index.ts';
import classes from './campaign-settings.module.css';
import { HolidaySwitch } from './holiday-switch.tsx';
import { LeadZoneSwitch } from './lead-zone-switch.tsx';
import { SendingWindowField } from './sending-window-field.tsx';
import type { LimitField, SettingsDraft, SettingsErrors } from './settings-form.ts';
import { SharingFields } from './sharing-fields.tsx';
import { SignatureFields } from './signature-fields.tsx';
import { t } from './texts.ts';
import { TouchLockFields } from './touch-lock-fields.tsx';
import { WeekWindowsField } from './week-windows-field.tsx';
import { isUnusual } from './window-words.ts';

interface SendingFieldsProps {
  campaign: Campaign;
  draft: SettingsDraft;
  errors: SettingsErrors;
  onChange: (draft: SettingsDraft) => void;
}

/** Sender and daily limits of each channel that is switched on or used, and the hours that hold for all. */
export function SendingFields({ campaign, draft, errors, onChange }: SendingFieldsProps) {
  const flow = useMemo(() => readFlow(campaign), [campaign]);
  const flags = useUser().organization.branding_settings;
  const hasLinkedin = flags.linkedin_steps_enabled || campaign.linkedin_account_id !== null;
  const hasEmail = flags.email_steps_enabled || campaign.email_account_id !== null;
  const limits = { draft, errors, onChange };
  return (
    <>
      {hasLinkedin ? (
        <section className={classes.section}>
          <h3>{t('section_linkedin')}</h3>
          <SenderPool
            kind="linkedin"
            flow={flow}
            value={draft.linkedin_account_ids}
            limit={Number(draft.linkedin_max_connections)}
            onChange={(ids) => onChange({ ...draft, linkedin_account_ids: ids })}
          />
          <LimitInput field="linkedin_max_connections" {...limits} />
          <LimitInput field="linkedin_max_messages" {...limits} />
        </section>
      ) : null}
      {hasEmail ? (
        <section className={classes.section}>
          <h3>{t('section_email')}</h3>
          <SenderPool
            kind="email"
            flow={flow}
            value={draft.email_account_ids}
            limit={Number(draft.email_max_messages)}
            total={Number(draft.max_emails_per_day_total) || null}
            onChange={(ids) => onChange({ ...draft, email_account_ids: ids })}
          />
          <LimitInput field="email_max_messages" {...limits} />
          <MailSwitches draft={draft} errors={errors} onChange={onChange} />
        </section>
      ) : null}
      <SharingFields draft={draft} errors={errors} hasEmail={hasEmail} onChange={onChange} />
      <TouchLockFields value={draft.touch_rules} onChange={(touch_rules) => onChange({ ...draft, touch_rules })} />
      <section className={classes.section}>
        <h3>{t('section_sending')}</h3>
        <WindowFields draft={draft} errors={errors} onChange={onChange} />
        <LeadZoneSwitch
          campaign={campaign}
          checked={draft.uses_lead_zone}
          onChange={(uses_lead_zone) => onChange({ ...draft, uses_lead_zone })}
        />
        <Switch
          label={t('counts_working_days')}
          description={t('counts_working_days_text')}
          checked={draft.counts_working_days}
          onChange={(event) => onChange({ ...draft, counts_working_days: event.currentTarget.checked })}
        />
        <HolidaySwitch draft={draft} onChange={(change) => onChange({ ...draft, ...change })} />
      </section>
    </>
  );
}

/** One window for all days, or windows by weekday. */
function WindowFields({ draft, errors, onChange }: Omit<SendingFieldsProps, 'campaign'>) {
  const { sending_window: one, windows } = draft;
  function toggle(isByDay: boolean) {
    const stretch = [{ start: one.start, end: one.end }];
    onChange({ ...draft, windows: isByDay ? Object.fromEntries(one.days.map((day) => [String(day), stretch])) : null });
  }
  return (
    <>
      {windows ? (
        <WeekWindowsField
          value={windows}
          error={errors.windows}
          onChange={(changed) => onChange({ ...draft, windows: changed })}
        />
      ) : (
        <SendingWindowField
          value={one}
          timezone={draft.timezone}
          error={errors.sending_window}
          onChange={(sending_window) => onChange({ ...draft, sending_window })}
        />
      )}
      {isUnusual(draft) ? (
        <p className="text-amber text-table" role="status">
          {t('unusual')}
        </p>
      ) : null}
      <Switch
        label={t('windows_switch')}
        checked={windows !== null}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
    </>
  );
}

function LimitInput({ field, draft, errors, onChange }: Omit<SendingFieldsProps, 'campaign'> & { field: LimitField }) {
  const bounds = CAMPAIGN_DAILY_LIMITS[field];
  return (
    <NumberInput
      label={t(field)}
      description={t('daily_limit_text', bounds)}
      min={bounds.min}
      max={bounds.max}
      clampBehavior="blur"
      allowDecimal={false}
      allowNegative={false}
      value={draft[field]}
      error={errors[field]}
      onChange={(value) => onChange({ ...draft, [field]: value })}
    />
  );
}

/** What the emails of the campaign are like. */
function MailSwitches({ draft, errors, onChange }: Omit<SendingFieldsProps, 'campaign'>) {
  return (
    <>
      <SignatureFields draft={draft} errors={errors} onChange={(change) => onChange({ ...draft, ...change })} />
      <Switch
        label={t('plain_text_only')}
        description={t('plain_text_only_text')}
        checked={draft.plain_text_only}
        onChange={(event) => onChange({ ...draft, plain_text_only: event.currentTarget.checked })}
      />
      <Switch
        label={t('plain_first_email')}
        description={t('plain_first_email_text')}
        checked={draft.plain_first_email || draft.plain_text_only}
        disabled={draft.plain_text_only}
        onChange={(event) => onChange({ ...draft, plain_first_email: event.currentTarget.checked })}
      />
      <TrackingSwitches tracking={draft} onChange={(change) => onChange({ ...draft, ...change })} />
    </>
  );
}
