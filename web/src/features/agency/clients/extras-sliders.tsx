import { Checkbox, Slider } from '@mantine/core';
import type { ClientCreditSource } from '@overture/domain/money/client-months';
import { CLIENT_EXTRAS, PLAN_INCLUDES, PRICES, priceMonth } from '@overture/domain/money/pricing';
import { useUser } from '../../../lib/api/session.ts';
import { formatEuros, formatNumber } from '../../../lib/format.ts';
import { t } from '../texts.ts';

/** What a client has on top, by the names of the wire. */
export interface ClientExtras {
  extra_email_accounts: number;
  extra_linkedin_accounts: number;
  extra_credits: number;
}

const SLIDERS = [
  { field: 'extra_email_accounts', label: t('email_accounts'), range: CLIENT_EXTRAS.email_accounts },
  { field: 'extra_linkedin_accounts', label: t('linkedin_accounts'), range: CLIENT_EXTRAS.linkedin_accounts },
  { field: 'extra_credits', label: t('credits'), range: CLIENT_EXTRAS.credits },
] as const;

interface ExtrasSlidersProps {
  value: ClientExtras;
  disabled?: boolean;
  onChange: (value: ClientExtras) => void;
}

export function ExtrasSliders({ value, disabled, onChange }: ExtrasSlidersProps) {
  return (
    <div className="grid gap-4">
      {SLIDERS.map(({ field, label, range }) => (
        <div key={field}>
          <div className="flex justify-between gap-3 mb-1 text-table">
            <span className="font-medium">{label}</span>
            <span className="number">{formatNumber(value[field])}</span>
          </div>
          <Slider
            {...range}
            label={null}
            thumbLabel={label}
            disabled={disabled ?? false}
            value={value[field]}
            onChange={(next) => onChange({ ...value, [field]: next })}
          />
        </div>
      ))}
    </div>
  );
}

const priceOf = (extras: ClientExtras) =>
  priceMonth({
    email_accounts: extras.extra_email_accounts,
    linkedin_accounts: extras.extra_linkedin_accounts,
    credits: extras.extra_credits,
  });

/** What the agency pays for a client a month, line by line. */
export function PriceBreakdown({ extras }: { extras: ClientExtras }) {
  const price = priceOf(extras);
  const lines = [
    [t('base'), price.base],
    [
      `${t('email_accounts')} (${extras.extra_email_accounts} × ${formatEuros(PRICES.extra_email_account)})`,
      price.email_accounts,
    ],
    [
      `${t('linkedin_accounts')} (${extras.extra_linkedin_accounts} × ${formatEuros(PRICES.extra_linkedin_account)})`,
      price.linkedin_accounts,
    ],
    [`${t('credits')} (${formatNumber(extras.extra_credits)})`, price.credits],
  ] as const;
  return (
    <dl className="grid gap-1 m-0 p-3 rounded-card bg-sunken text-table">
      {lines.map(([label, amount]) => (
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

const FIRST_CREDITS = {
  invoice: 'first_credits_by_invoice',
  balance: 'credits_by_balance',
  trial: 'first_credits_by_trial',
  none: 'credits_by_none',
} as const;
const CHANGED_CREDITS = { ...FIRST_CREDITS, invoice: 'credits_by_invoice', trial: 'credits_by_trial' } as const;

/** When the credits of a client arrive, and out of what. */
export function CreditsNote({ from, isNew = false }: { from: ClientCreditSource; isNew?: boolean }) {
  const { organization } = useUser();
  if (from === 'unlimited') return null;
  const own = organization.email_credits;
  const credits = formatNumber(from === 'trial' ? Math.floor(own / 2) : own);
  return <p className="text-ink-2 text-table">{t((isNew ? FIRST_CREDITS : CHANGED_CREDITS)[from], { credits })}</p>;
}

interface PriceConfirmationProps {
  extras: ClientExtras;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

export function PriceConfirmation({ extras, checked, onChange }: PriceConfirmationProps) {
  return (
    <Checkbox
      label={t('confirm_price', {
        price: formatNumber(priceOf(extras).total),
        accounts: PLAN_INCLUDES.client_email_accounts + extras.extra_email_accounts,
        credits: formatNumber(PLAN_INCLUDES.client_credits + extras.extra_credits),
      })}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
