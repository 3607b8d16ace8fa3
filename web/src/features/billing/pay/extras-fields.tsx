import { EXTRA_LIMITS, PRICES, priceMonth } from '@overture/domain/money/pricing';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { formatEuros, formatNumber } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

/** What is paid for on top of the plan, by the names of the wire; credits a month. */
export interface ExtrasValue {
  extra_linkedin_accounts: number;
  extra_email_accounts: number;
  extra_credits: number;
}

export const NO_EXTRAS: ExtrasValue = { extra_linkedin_accounts: 0, extra_email_accounts: 0, extra_credits: 0 };

interface ExtrasFieldsProps {
  value: ExtrasValue;
  isPartner: boolean;
  onChange: (value: ExtrasValue) => void;
}

const STEPS = [
  {
    field: 'extra_linkedin_accounts',
    label: t('linkedin'),
    note: t('linkedin_each', { price: PRICES.extra_linkedin_account }),
    step: 1,
    max: EXTRA_LIMITS.linkedin_accounts,
  },
  {
    field: 'extra_email_accounts',
    label: t('email'),
    note: t('email_each', { price: PRICES.extra_email_account }),
    step: 1,
    max: EXTRA_LIMITS.email_accounts,
  },
  {
    field: 'extra_credits',
    label: t('credits_month'),
    note: t('credits_each', { price: PRICES.extra_credits, step: PRICES.credits_per_step }),
    step: PRICES.credits_per_step,
    max: EXTRA_LIMITS.credits,
  },
] as const;

/** A price calculator: each extra with its steps, and what all of it costs a month. */
export function ExtrasFields({ value, isPartner, onChange }: ExtrasFieldsProps) {
  return (
    <div className="grid gap-3">
      {STEPS.map(({ field, label, note, step, max }) => (
        <Stepper
          key={field}
          label={label}
          note={note}
          value={value[field]}
          step={step}
          max={max}
          onChange={(next) => onChange({ ...value, [field]: next })}
        />
      ))}
      <MonthlyPrice value={value} isPartner={isPartner} />
    </div>
  );
}

interface StepperProps {
  label: string;
  note: string;
  value: number;
  step: number;
  max: number;
  onChange: (value: number) => void;
}

function Stepper({ label, note, value, step, max, onChange }: StepperProps) {
  return (
    <fieldset className="flex items-center justify-between gap-3 m-0 p-0 border-0 min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="min-w-0">
        <p aria-hidden>{label}</p>
        <p className="text-ink-3 text-meta number">{note}</p>
      </div>
      <div className="flex items-center gap-1">
        <IconButton
          size="small"
          label={t('fewer', { what: label })}
          disabled={value <= 0}
          onClick={() => onChange(Math.max(0, value - step))}
        >
          <IconMinus size={15} aria-hidden />
        </IconButton>
        <output className="min-w-14 text-center font-medium number">{formatNumber(value)}</output>
        <IconButton
          size="small"
          label={t('more', { what: label })}
          disabled={value >= max}
          onClick={() => onChange(Math.min(max, value + step))}
        >
          <IconPlus size={15} aria-hidden />
        </IconButton>
      </div>
    </fieldset>
  );
}

function MonthlyPrice({ value, isPartner }: { value: ExtrasValue; isPartner: boolean }) {
  const price = priceMonth(
    {
      linkedin_accounts: value.extra_linkedin_accounts,
      email_accounts: value.extra_email_accounts,
      credits: value.extra_credits,
    },
    { isPartner },
  );
  const lines: [string, number][] = [
    [t(isPartner ? 'partner' : 'base'), price.base],
    [t('linkedin'), price.linkedin_accounts],
    [t('email'), price.email_accounts],
    [t('credits_month'), price.credits],
  ];
  return (
    <dl className="grid gap-1 mt-1 p-3 rounded-card bg-sunken text-table">
      {lines
        .filter(([, amount], index) => index === 0 || amount > 0)
        .map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-3 text-ink-2">
            <dt>{label}</dt>
            <dd className="m-0 number">{formatEuros(amount)}</dd>
          </div>
        ))}
      <div className="flex justify-between gap-3 pt-1 border-t border-line font-semibold" aria-live="polite">
        <dt>{t('total')}</dt>
        <dd className="m-0 number">{formatEuros(price.total)}</dd>
      </div>
    </dl>
  );
}
