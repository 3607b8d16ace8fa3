import { NumberInput, Switch } from '@mantine/core';
import { agencyBillingEndpoints, type ClientPriceList } from '@overture/contract/agency-billing';
import { CLIENT_PRICE_MAX } from '@overture/domain/money/agency-bills';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { formatCents } from '../format-cents.ts';
import { t } from './texts.ts';

const FIELDS = ['base', 'email_account', 'linkedin_account', 'credit_pack'] as const;
type Field = (typeof FIELDS)[number];
const FORM = 'price-list';

/** What clients are asked for, and whether they see it and buy by it. */
export function PriceListDialog({ onClose }: { onClose: () => void }) {
  const list = useQuery(queryOptions(agencyBillingEndpoints.getClientPrices));
  const [isSaving, setSaving] = useState(false);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('prices_title')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton kind="primary" type="submit" form={FORM} disabled={!list.data} loading={isSaving}>
            {t('save')}
          </AppButton>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{t('prices_text')}</p>
      {queryFailure(list)}
      {list.isPending ? <Skeleton height={300} radius={12} /> : null}
      {list.data ? <PriceForm list={list.data} onSaving={setSaving} onSaved={onClose} /> : null}
    </Dialog>
  );
}

interface PriceFormProps {
  list: ClientPriceList;
  onSaving: (isSaving: boolean) => void;
  onSaved: () => void;
}

function PriceForm({ list, onSaving, onSaved }: PriceFormProps) {
  // In cents; a field that says nothing readable has none.
  const [prices, setPrices] = useState<Record<Field, number | null>>(list.prices);
  const [settings, setSettings] = useState({
    shows_prices: list.shows_prices,
    lets_clients_buy: list.lets_clients_buy,
  });
  const save = useMutation({
    ...mutationOptions(agencyBillingEndpoints.setClientPrices),
    onMutate: () => onSaving(true),
    onSettled: () => onSaving(false),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('saved'));
      onSaved();
    },
    onError: (error) => toast.error(errorMessage(error, t('save_failed'))),
  });
  function submit() {
    const { base, email_account, linkedin_account, credit_pack } = prices;
    if (base === null || email_account === null || linkedin_account === null || credit_pack === null) return;
    save.mutate({ body: { prices: { base, email_account, linkedin_account, credit_pack }, ...settings } });
  }
  return (
    <Form id={FORM} className="grid gap-4" onSubmit={submit}>
      <div className="grid gap-4 grid-cols-1 sm:grid-cols-2">
        {FIELDS.map((field) => (
          <PriceField
            key={field}
            field={field}
            cost={list.costs[field]}
            cents={prices[field]}
            onChange={(cents) => setPrices({ ...prices, [field]: cents })}
          />
        ))}
      </div>
      <Settings settings={settings} onChange={setSettings} />
    </Form>
  );
}

interface SettingsProps {
  settings: Pick<ClientPriceList, 'shows_prices' | 'lets_clients_buy'>;
  onChange: (settings: SettingsProps['settings']) => void;
}

/** Clients cannot buy at prices they cannot see. */
function Settings({ settings: { shows_prices, lets_clients_buy }, onChange }: SettingsProps) {
  const set = (isShown: boolean, isSold: boolean) =>
    onChange({ shows_prices: isShown, lets_clients_buy: isShown && isSold });
  return (
    <>
      <Switch
        label={t('shows_prices')}
        description={t('shows_prices_text')}
        checked={shows_prices}
        onChange={(event) => set(event.currentTarget.checked, lets_clients_buy)}
      />
      <Switch
        className="ms-6"
        label={t('lets_clients_buy')}
        description={t('lets_clients_buy_text')}
        checked={lets_clients_buy}
        disabled={!shows_prices}
        onChange={(event) => set(shows_prices, event.currentTarget.checked)}
      />
    </>
  );
}

interface PriceFieldProps {
  field: Field;
  cost: number;
  cents: number | null;
  onChange: (cents: number | null) => void;
}

function PriceField({ field, cost, cents, onChange }: PriceFieldProps) {
  return (
    <NumberInput
      label={t(`price_${field}`)}
      description={t('your_cost', { price: formatCents(cost) })}
      prefix="€"
      decimalScale={2}
      fixedDecimalScale
      thousandSeparator=","
      allowNegative={false}
      hideControls
      value={cents === null ? '' : cents / 100}
      error={cents === null ? t('price_wrong', { most: formatCents(CLIENT_PRICE_MAX) }) : undefined}
      onChange={(value) => {
        // With zeros at its end it comes as text.
        const next = value === '' ? Number.NaN : Math.round(Number(value) * 100);
        onChange(next >= 0 && next <= CLIENT_PRICE_MAX ? next : null);
      }}
    />
  );
}
