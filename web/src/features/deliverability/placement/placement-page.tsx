import { type PlacementOverview, placementEndpoints } from '@overture/contract/placement';
import { may } from '@overture/domain/access/permissions';
import { PLACEMENT_LIMITS } from '@overture/domain/deliverability/placement';
import { IconInbox } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { useLiveEvent } from '../../../lib/api/live.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { useUser } from '../../../lib/api/session.ts';
import { AppLink } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { BackArrow, PageHeader } from '../../../ui/layout/page-header.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { PlacementGroups, PlacementSummary } from './placement-figures.tsx';
import { FallNotice } from './placement-notice.tsx';
import { RuleForm } from './rule-form.tsx';
import { SeedMailboxes } from './seed-mailboxes.tsx';
import { t } from './texts.ts';

const AddSeedDialog = lazyPart(() => import('./add-seed-dialog.tsx').then((file) => ({ default: file.AddSeedDialog })));

/** In which folders copies of campaign emails arrived, and the own mailboxes that get them. */
export function PlacementPage() {
  const client = useQueryClient();
  const mayChange = may(useUser(), 'settings');
  const placement = useQuery(queryOptions(placementEndpoints.getPlacement));
  const seeds = useQuery(queryOptions(placementEndpoints.listSeedMailboxes));
  useLiveEvent('placement_changed', () => {
    void refetch(client, placementEndpoints.getPlacement);
    void refetch(client, placementEndpoints.listSeedMailboxes);
  });
  const failure = queryFailure(placement) ?? queryFailure(seeds);
  const isEmpty = placement.data && seeds.data?.seed_mailboxes.length === 0 && placement.data.total.counted === 0;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle', { days: placement.data?.days ?? PLACEMENT_LIMITS.shown_days })}
        back={
          <AppLink to={pb.deliverability()} aria-label={t('back')} title={t('back')}>
            <BackArrow />
          </AppLink>
        }
      />
      {failure ?? (placement.isPending || seeds.isPending ? <Waiting /> : null)}
      {isEmpty ? <NoSeeds mayChange={mayChange} /> : null}
      {!isEmpty && placement.data && seeds.data ? (
        <>
          <Figures found={placement.data} />
          <SeedMailboxes seeds={seeds.data.seed_mailboxes} most={seeds.data.max_seed_mailboxes} mayChange={mayChange} />
          <RuleForm key={JSON.stringify(seeds.data.rule)} rule={seeds.data.rule} mayChange={mayChange} />
        </>
      ) : null}
    </>
  );
}

function Figures({ found }: { found: PlacementOverview }) {
  const { total, seeds_heard, seeds_needed, open, fall, texts } = found;
  return (
    <>
      {fall ? <FallNotice fall={fall} /> : null}
      <PlacementSummary found={found} />
      <div className="flex flex-col gap-1 mx-gutter mb-4 text-ink-3 text-table empty:hidden">
        {total.counted === 0 ? <p className="m-0">{t('no_copies')}</p> : null}
        {total.counted > 0 && seeds_heard < seeds_needed ? (
          <p className="m-0">{t('few_seeds', { count: seeds_heard, needed: seeds_needed })}</p>
        ) : null}
        {open > 0 ? <p className="m-0">{t('under_way', { count: open })}</p> : null}
        {texts.length >= 100 ? <p className="m-0">{t('shown_texts', { count: texts.length })}</p> : null}
      </div>
      {total.counted > 0 ? <PlacementGroups found={found} /> : null}
    </>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3 mx-gutter" aria-hidden>
      {['summary', 'providers', 'senders'].map((name) => (
        <Skeleton key={name} height={72} radius={10} />
      ))}
    </div>
  );
}

function NoSeeds({ mayChange }: { mayChange: boolean }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <EmptyState
        icon={<IconInbox size={22} />}
        title={t('empty_title')}
        text={t('empty_text')}
        action={
          mayChange ? (
            <AppButton kind="primary" onClick={() => setAdding(true)}>
              {t('add')}
            </AppButton>
          ) : undefined
        }
      />
      <Suspense fallback={null}>
        {isAdding ? <AddSeedDialog email="" onClose={() => setAdding(false)} /> : null}
      </Suspense>
    </>
  );
}
