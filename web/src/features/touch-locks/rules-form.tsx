import { Switch } from '@mantine/core';
import { touchLocksEndpoints } from '@overture/contract/touch-locks';
import { may } from '@overture/domain/access/permissions';
import { TOUCH_LOCK_BOUNDS, type TouchLockRules } from '@overture/domain/campaign/touch-locks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { useUser } from '../../lib/api/session.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { formatNumber } from '../../lib/format.ts';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { AmountInput } from '../../ui/inputs/amount-input.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

type Amount = keyof typeof TOUCH_LOCK_BOUNDS;
const PERSON_AMOUNTS = ['finished_days', 'not_interested_days'] as const;
const COMPANY_AMOUNTS = ['company_people', 'company_gap_days', 'company_reply_days'] as const;

export const rulesQuery = queryOptions(touchLocksEndpoints.getTouchLockRules);

/** The organization's rules. Users without the right see them. */
export function RulesForm() {
  const rules = useQuery(rulesQuery);
  const { role } = useUser();
  if (rules.isPending)
    return (
      <div className="px-gutter mb-3" aria-hidden>
        <Skeleton height={64} radius={10} />
      </div>
    );
  if (!rules.data) return queryFailure(rules, { compact: true });
  const { is_recording, ...saved } = rules.data;
  return (
    <section className="flex flex-col gap-3 px-gutter mb-4" aria-label={t('title')}>
      <OnSwitch isOn={saved.is_on} isRecording={is_recording} disabled={!may({ role }, 'settings')} />
      {saved.is_on ? <Details key={JSON.stringify(saved)} saved={saved} disabled={!may({ role }, 'settings')} /> : null}
    </section>
  );
}

function useChange() {
  return useMutation({
    ...mutationOptions(touchLocksEndpoints.changeTouchLockRules),
    onSuccess: async () => {
      toast.success(t('saved'));
      await whenRefetched();
    },
    onError: (error) => toast.error(errorMessage(error, t('save_failed'))),
  });
}

/** Turning it on says first what it would hold. */
function OnSwitch({ isOn, isRecording, disabled }: { isOn: boolean; isRecording: boolean; disabled: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const change = useChange();
  const preview = useQuery({ ...queryOptions(touchLocksEndpoints.previewTouchLocks), enabled: !isOn, retry: false });
  const words = preview.data ? describePreview(preview.data) : null;
  return (
    <>
      <Switch
        label={t('is_on')}
        description={
          <>
            {t('is_on_hint')} {isOn ? null : words}
            {isRecording ? <span className="text-amber">{t('recording')}</span> : null}
          </>
        }
        checked={change.isPending ? !isOn : isOn}
        disabled={disabled || change.isPending}
        onChange={(event) =>
          event.currentTarget.checked ? setAsking(true) : change.mutate({ body: { is_on: false } })
        }
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('confirm_title')}
        confirmLabel={t('confirm')}
        onConfirm={() => {
          setAsking(false);
          change.mutate({ body: { is_on: true } });
        }}
      >
        {t('confirm_text')} {words}
      </ConfirmDialog>
    </>
  );
}

function describePreview(preview: { waiting_leads: number; people_in_two_campaigns: number }): string {
  const { waiting_leads: waiting, people_in_two_campaigns: two } = preview;
  const first = t('preview', { count: waiting, shown: formatNumber(waiting) });
  return two === 0 ? first : `${first} ${t('preview_two', { count: two, shown: formatNumber(two) })}`;
}

function Details({ saved, disabled }: { saved: TouchLockRules; disabled: boolean }) {
  const [rules, setRules] = useState(saved);
  const change = useChange();
  const set = (changed: Partial<TouchLockRules>) => setRules({ ...rules, ...changed });
  const isValid = Object.keys(TOUCH_LOCK_BOUNDS).every((name) => !Number.isNaN(rules[name as Amount]));
  // The form leaves the lock on or off, as it is.
  const { is_on: _, ...body } = rules;
  const isChanged = JSON.stringify(rules) !== JSON.stringify(saved);
  const amount = (name: Amount) => (
    <AmountInput
      key={name}
      label={t(name)}
      suffix={` ${t(name === 'company_people' ? 'people' : 'days')}`}
      {...TOUCH_LOCK_BOUNDS[name]}
      value={rules[name]}
      onChange={(value) => set({ [name]: value })}
      disabled={disabled}
      className="w-[min(280px,100%)]"
    />
  );
  return (
    <Form className="flex flex-col gap-3" onSubmit={() => isValid && change.mutate({ body })}>
      <div className="flex flex-wrap gap-3">{PERSON_AMOUNTS.map(amount)}</div>
      <Switch
        label={t('holds_companies')}
        description={t('holds_companies_hint')}
        checked={rules.holds_companies}
        disabled={disabled}
        onChange={(event) => set({ holds_companies: event.currentTarget.checked })}
      />
      {rules.holds_companies ? <div className="flex flex-wrap gap-3">{COMPANY_AMOUNTS.map(amount)}</div> : null}
      <Switch
        label={t('is_shared')}
        description={t('is_shared_hint')}
        checked={rules.is_shared}
        disabled={disabled}
        onChange={(event) => set({ is_shared: event.currentTarget.checked })}
      />
      {disabled ? null : (
        <div>
          <AppButton kind="primary" type="submit" disabled={!isChanged || !isValid} loading={change.isPending}>
            {t('save')}
          </AppButton>
        </div>
      )}
    </Form>
  );
}
