import { Select } from '@mantine/core';
import { campaignsEndpoints } from '@overture/contract/campaigns';
import { type DraftExample, type DraftWork, waitingDraftsEndpoints } from '@overture/contract/waiting-drafts';
import { may } from '@overture/domain/access/permissions';
import { INBOX_LIMITS } from '@overture/domain/limits';
import { REPLY_CREDITS } from '@overture/domain/money/credits';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorMessage, mutationOptions, queryOptions } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { useUser } from '../../../lib/api/session.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AmountInput } from '../../../ui/inputs/amount-input.tsx';
import { AppButton, IconButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { SettingSwitches } from '../../organization-settings/index.ts';
import { t } from './texts.ts';

interface DraftSettingsDialogProps {
  work: DraftWork;
  onClose: () => void;
}

/** Where drafts are on, what they may take in a day, and the changes that taught a style. */
export function DraftSettingsDialog({ work, onClose }: DraftSettingsDialogProps) {
  const isAllowed = may(useUser(), 'settings');
  return (
    <Dialog opened onClose={onClose} title={t('settings')}>
      <div className="flex flex-col gap-5">
        <div className="-mx-gutter">
          <SettingSwitches screen="drafts" />
        </div>
        <DailyLimit perDay={work.per_day} isAllowed={isAllowed} />
        <Today work={work} />
        <Campaigns campaigns={work.campaigns} isAllowed={isAllowed} />
        <Examples />
      </div>
    </Dialog>
  );
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="m-0 text-table font-semibold">{title}</h3>
      {hint ? <p className="mt-0.5 mb-2 text-ink-3 text-meta">{hint}</p> : null}
      {children}
    </section>
  );
}

const showError = (error: unknown) => toast.error(errorMessage(error, t('save_failed')));

function DailyLimit({ perDay, isAllowed }: { perDay: number; isAllowed: boolean }) {
  const [amount, setAmount] = useState(perDay);
  const save = useMutation({
    ...mutationOptions(waitingDraftsEndpoints.updateDraftWork),
    onSuccess: () => toast.success(t('saved')),
    onError: showError,
  });
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!Number.isNaN(amount)) save.mutate({ body: { per_day: amount } });
      }}
    >
      <AmountInput
        label={t('per_day')}
        description={t('per_day_hint', { cost: t('credits', { count: REPLY_CREDITS }) })}
        value={amount}
        min={1}
        max={INBOX_LIMITS.drafts_per_day_max}
        disabled={!isAllowed}
        onChange={setAmount}
      />
      <span className="flex-none">
        <AppButton type="submit" disabled={!isAllowed || amount === perDay} loading={save.isPending}>
          {t('save')}
        </AppButton>
      </span>
    </form>
  );
}

function Today({ work }: { work: DraftWork }) {
  const figures = [
    [t('today_written'), work.written],
    [t('today_unchanged'), work.sent_unchanged],
    [t('today_changed'), work.sent_changed],
    [t('today_discarded'), work.discarded],
  ] as const;
  return (
    <Part title={t('today')}>
      <dl className="grid grid-cols-2 sm:grid-cols-4 gap-2 m-0 mt-2">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-ink-3 text-meta">{label}</dt>
            <dd className="m-0 number">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Campaigns({ campaigns, isAllowed }: { campaigns: DraftWork['campaigns']; isAllowed: boolean }) {
  const all = useQuery(queryOptions(campaignsEndpoints.listCampaigns));
  const set = useMutation({ ...mutationOptions(waitingDraftsEndpoints.setCampaignDrafts), onError: showError });
  const change = (id: number, drafts_replies: boolean | null) =>
    set.mutate({ params: { id }, body: { drafts_replies } });
  const others = (all.data?.campaigns ?? []).filter(({ id }) => !campaigns.some((one) => one.id === id));
  return (
    <Part title={t('campaigns')} hint={t('campaigns_hint')}>
      {campaigns.length === 0 ? <p className="m-0 mb-2 text-ink-3 text-table">{t('campaigns_none')}</p> : null}
      <ul className="flex flex-col gap-1.5 m-0 mb-2 p-0 list-none">
        {campaigns.map(({ id, name, drafts_replies }) => (
          <li key={id} className="flex items-center gap-2">
            <span className="flex-1 min-w-0 truncate">{name}</span>
            <Select
              aria-label={t('campaign_state', { name })}
              className="w-24"
              data={[
                { value: 'on', label: t('campaign_on') },
                { value: 'off', label: t('campaign_off') },
              ]}
              value={drafts_replies ? 'on' : 'off'}
              allowDeselect={false}
              disabled={!isAllowed || set.isPending}
              onChange={(value) => change(id, value === 'on')}
            />
            <IconButton
              size="small"
              label={t('campaign_reset', { name })}
              disabled={!isAllowed || set.isPending}
              onClick={() => change(id, null)}
            >
              <IconX size={15} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {queryFailure(all, { compact: true }) ?? (
        <Select
          aria-label={t('campaign_choose')}
          placeholder={t('campaign_choose')}
          searchable
          limit={50}
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={null}
          disabled={!isAllowed || set.isPending}
          onChange={(value) => value !== null && change(Number(value), true)}
        />
      )}
    </Part>
  );
}

function Examples() {
  const found = useQuery({ ...queryOptions(waitingDraftsEndpoints.listDraftExamples), retry: false });
  return (
    <Part title={t('examples')} hint={t('examples_hint')}>
      {found.data ? (
        <ExampleList examples={found.data.examples} />
      ) : (
        (queryFailure(found, { compact: true }) ?? <Skeleton height={48} radius={8} />)
      )}
    </Part>
  );
}

function ExampleList({ examples }: { examples: readonly DraftExample[] }) {
  const remove = useMutation({ ...mutationOptions(waitingDraftsEndpoints.deleteDraftExample), onError: showError });
  if (examples.length === 0) return <p className="m-0 text-ink-3 text-table">{t('examples_none')}</p>;
  return (
    <ul className="flex flex-col gap-2 m-0 p-0 list-none">
      {examples.map(({ id, written, sent }) => (
        <li key={id} className="flex items-start gap-2 p-2 border border-line rounded-control text-meta">
          <dl className="flex-1 min-w-0 m-0">
            <dt className="text-ink-3">{t('example_written')}</dt>
            <dd className="m-0 mb-1 wrap-anywhere line-clamp-3">{written}</dd>
            <dt className="text-ink-3">{t('example_sent')}</dt>
            <dd className="m-0 wrap-anywhere line-clamp-3">{sent}</dd>
          </dl>
          <IconButton
            size="small"
            label={t('example_delete')}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ params: { id } })}
          >
            <IconX size={15} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
