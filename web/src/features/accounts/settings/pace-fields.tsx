import { NumberInput, Select, Switch } from '@mantine/core';
import type { Account } from '@overture/contract/accounts';
import { isEmailAccount } from '@overture/domain/accounts';
import { RHYTHM_GAP_IN_SECONDS } from '@overture/domain/sending/day-plan';
import { OWN_DOMAIN_DAILY } from '@overture/domain/sending/own-domain-limits';
import type { Ramp } from '@overture/domain/sending/ramps';
import { t } from '../texts.ts';
import { DaysOffField } from './days-off-field.tsx';
import { isValidCap, isValidGap, type Pace } from './pace.ts';

interface PaceFieldsProps {
  account: Account;
  pace: Pace;
  onChange: (pace: Pace) => void;
}

const RAMPS_OF = { email: ['new', 'young', 'used', 'off'], linkedin: ['new', 'used', 'off'] } as const;

/** How limits grow, what mailboxes of a domain share, and days off. */
export function PaceFields({ account, pace, onChange }: PaceFieldsProps) {
  const isEmail = isEmailAccount(account.account_type);
  const kind = isEmail ? 'email' : 'linkedin';
  return (
    <>
      <Select
        label={t('ramp')}
        description={t(`ramp_${kind}_${pace.ramp}_text`)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={RAMPS_OF[kind].map((ramp) => ({ value: ramp, label: t(`ramp_${kind}_${ramp}`) }))}
        value={pace.ramp}
        allowDeselect={false}
        onChange={(ramp) => ramp && onChange({ ...pace, ramp: ramp as Ramp })}
      />
      {account.is_assisted ? null : (
        <Switch
          label={t('rhythm')}
          description={t('rhythm_text')}
          checked={pace.natural_rhythm}
          onChange={(event) => onChange({ ...pace, natural_rhythm: event.currentTarget.checked })}
        />
      )}
      {account.risk_budget ? (
        <Switch
          label={t('risk_enforced')}
          description={t('risk_enforced_text')}
          checked={pace.enforces_risk}
          onChange={(event) => onChange({ ...pace, enforces_risk: event.currentTarget.checked })}
        />
      ) : null}
      {isEmail ? null : (
        <Switch
          label={t('spread')}
          description={t('spread_text')}
          checked={pace.spreads_weekly_invites}
          onChange={(event) => onChange({ ...pace, spreads_weekly_invites: event.currentTarget.checked })}
        />
      )}
      {account.own_domain ? <OwnDomainField domain={account.own_domain} pace={pace} onChange={onChange} /> : null}
      <DaysOffField days={pace.days_off} onChange={(days_off) => onChange({ ...pace, days_off })} />
    </>
  );
}

/** The gap of a mailbox with a rhythm, in the place of the fixed one. */
export function RhythmGapField({ pace, onChange }: Pick<PaceFieldsProps, 'pace' | 'onChange'>) {
  return (
    <NumberInput
      label={t('settings_gap')}
      description={t('rhythm_gap_text', RHYTHM_GAP_IN_SECONDS)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      value={pace.rhythm_gap_in_seconds}
      error={isValidGap(pace) ? undefined : t('settings_problem', RHYTHM_GAP_IN_SECONDS)}
      min={RHYTHM_GAP_IN_SECONDS.min}
      max={RHYTHM_GAP_IN_SECONDS.max}
      step={60}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      onChange={(gap) => onChange({ ...pace, rhythm_gap_in_seconds: gap })}
    />
  );
}

function OwnDomainField({
  domain,
  pace,
  onChange,
}: Pick<PaceFieldsProps, 'pace' | 'onChange'> & { domain: NonNullable<Account['own_domain']> }) {
  return (
    <div>
      <NumberInput
        label={t('own_domain', { domain: domain.domain })}
        description={
          // Without a cap nothing is counted for the domain.
          domain.max_messages === null
            ? t('own_domain_uncounted', { count: domain.mailboxes })
            : t('own_domain_text', { used: domain.used_today, count: domain.mailboxes })
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder={t('own_domain_none')}
        value={pace.own_domain_max_messages}
        error={isValidCap(pace) ? undefined : t('settings_problem', OWN_DOMAIN_DAILY)}
        min={OWN_DOMAIN_DAILY.min}
        max={OWN_DOMAIN_DAILY.max}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        onChange={(cap) => onChange({ ...pace, own_domain_max_messages: cap })}
      />
      {domain.mailboxes > OWN_DOMAIN_DAILY.advised_mailboxes ? (
        <p className="mt-1 text-amber text-meta" role="status">
          {t('own_domain_many', { count: domain.mailboxes, advised: OWN_DOMAIN_DAILY.advised_mailboxes })}
        </p>
      ) : null}
    </div>
  );
}
