import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { type AdminOrganization, adminEndpoints } from '@overture/contract/admin';
import { FEATURE_FLAGS, isToggleDisabled, parentOf } from '@overture/domain/access/feature-flags';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatNumber } from '../../lib/format.ts';
import { featureLabel } from '../../lib/labels/organization/feature.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AmountInput } from '../../ui/inputs/amount-input.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

type Plan = 'subscription' | 'trial' | 'none';

/** What the operator sets by hand: plan, credits and features. */
export function PlanTab({ organization }: { organization: AdminOrganization }) {
  return (
    <div className="grid gap-4 grid-cols-1 sm:grid-cols-3">
      <PlanForm organization={organization} />
      <CreditsForm organization={organization} />
      <Features organization={organization} />
    </div>
  );
}

function useAfter() {
  return {
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('saved'));
    },
    onError: (error: unknown) => toast.error(errorMessage(error, t('failed'))),
  };
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid content-start gap-3 p-4 border border-line rounded-card bg-surface" aria-label={title}>
      <h2 className="text-section">{title}</h2>
      {children}
    </section>
  );
}

function PlanForm({ organization }: { organization: AdminOrganization }) {
  const isFixed = organization.is_paid_for || organization.plan === 'unlimited';
  const [plan, setPlan] = useState<Plan>(organization.plan === 'unlimited' ? 'subscription' : organization.plan);
  const [ends, setEnds] = useState(organization.trial_ends_at.slice(0, 10));
  const [extras, setExtras] = useState({
    extra_linkedin_accounts: organization.extra_linkedin_accounts,
    extra_email_accounts: organization.extra_email_accounts,
    monthly_credits: organization.monthly_credits,
  });
  const save = useMutation({ ...mutationOptions(adminEndpoints.setOrganizationPlan), ...useAfter() });
  function submit(event: FormEvent) {
    event.preventDefault();
    const { monthly_credits, ...accounts } = extras;
    const trial = plan === 'trial' ? { trial_ends_at: `${ends}T23:59:59Z` } : {};
    const body = isFixed ? { monthly_credits } : { plan, ...trial, ...accounts, monthly_credits };
    save.mutate({ params: { id: organization.id }, body });
  }
  const number = (name: keyof typeof extras, label: string, max: number, disabled: boolean) => (
    <AmountInput
      label={label}
      min={0}
      max={max}
      disabled={disabled}
      value={extras[name]}
      onChange={(value) => setExtras({ ...extras, [name]: value })}
    />
  );
  return (
    <Card title={t('plan')}>
      <form className="grid gap-3" onSubmit={submit}>
        <FixedNote organization={organization} />
        {organization.plan === 'unlimited' ? null : (
          <Select
            label={t('column_plan')}
            data={(['subscription', 'trial', 'none'] as const).map((value) => ({ value, label: t(`plan_${value}`) }))}
            value={plan}
            allowDeselect={false}
            disabled={isFixed}
            onChange={(next) => setPlan((next ?? plan) as Plan)}
          />
        )}
        {plan === 'trial' && !isFixed ? <TrialEnds value={ends} onChange={setEnds} /> : null}
        {number('extra_linkedin_accounts', t('extra_linkedin'), 50, isFixed)}
        {number('extra_email_accounts', t('extra_email'), 50, isFixed)}
        {number('monthly_credits', t('monthly_credits'), 1_000_000, false)}
        <AppButton
          type="submit"
          kind="primary"
          disabled={Object.values(extras).some(Number.isNaN)}
          loading={save.isPending}
        >
          {t('save')}
        </AppButton>
      </form>
    </Card>
  );
}

function TrialEnds({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  return (
    <TextInput
      type="date"
      required
      label={t('trial_ends')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Why the plan cannot be changed here. */
function FixedNote({ organization }: { organization: AdminOrganization }) {
  if (organization.plan === 'unlimited') return <p>{t('plan_unlimited')}</p>;
  return organization.is_paid_for ? <p className="text-ink-3 text-table">{t('plan_kept_by_provider')}</p> : null;
}

function CreditsForm({ organization }: { organization: AdminOrganization }) {
  const [amount, setAmount] = useState<number | string>('');
  const [note, setNote] = useState('');
  const after = useAfter();
  const give = useMutation({
    ...mutationOptions(adminEndpoints.giveOrganizationCredits),
    ...after,
    onSuccess: async () => {
      setAmount('');
      setNote('');
      await after.onSuccess();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!give.isPending) give.mutate({ params: { id: organization.id }, body: { amount: Number(amount), note } });
  }
  return (
    <Card title={t('credits')}>
      <p className="text-title font-semibold number">
        {t('credits_left', { credits: formatNumber(organization.email_credits) })}
      </p>
      <form className="grid gap-3" onSubmit={submit}>
        <NumberInput
          label={t('amount')}
          required
          allowDecimal={false}
          min={-1_000_000}
          max={1_000_000}
          value={amount}
          onChange={setAmount}
        />
        <TextInput
          label={t('note')}
          required
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <AppButton type="submit" loading={give.isPending}>
          {t('give')}
        </AppButton>
      </form>
    </Card>
  );
}

function AgencySwitch({ organization }: { organization: AdminOrganization }) {
  const set = useMutation({ ...mutationOptions(adminEndpoints.setOrganizationAgency), ...useAfter() });
  if (organization.agency_id !== null) return <p className="text-ink-3 text-table">{t('client_of')}</p>;
  return (
    <Switch
      label={t('agency')}
      description={t('agency_text')}
      checked={organization.is_agency}
      disabled={set.isPending}
      onChange={(event) =>
        set.mutate({ params: { id: organization.id }, body: { is_agency: event.currentTarget.checked } })
      }
    />
  );
}

function Features({ organization }: { organization: AdminOrganization }) {
  const set = useMutation({ ...mutationOptions(adminEndpoints.setOrganizationFeatures), ...useAfter() });
  return (
    <Card title={t('features')}>
      <AgencySwitch organization={organization} />
      {FEATURE_FLAGS.map((flag) => (
        <Switch
          key={flag}
          className={parentOf(flag) === null ? '' : 'ms-6'}
          label={featureLabel(flag)}
          checked={organization.features[flag]}
          disabled={set.isPending || isToggleDisabled(organization.features, flag)}
          onChange={(event) =>
            set.mutate({ params: { id: organization.id }, body: { [flag]: event.currentTarget.checked } })
          }
        />
      ))}
    </Card>
  );
}
