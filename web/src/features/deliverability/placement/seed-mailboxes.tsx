import { placementEndpoints, type SeedMailbox } from '@overture/contract/placement';
import type { SeedStatus } from '@overture/domain/deliverability/placement';
import { IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { formatAgo } from '../../../lib/format.ts';
import { StatusChip, type StatusTone } from '../../../ui/feedback/status-chip.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { t } from './texts.ts';

const AddSeedDialog = lazyPart(() => import('./add-seed-dialog.tsx').then((file) => ({ default: file.AddSeedDialog })));

const tones: Record<SeedStatus, StatusTone> = {
  new: 'grey',
  ok: 'green',
  unproven: 'amber',
  full: 'amber',
  refused: 'red',
  failing: 'amber',
};

type Opened = { what: 'add'; email: string } | { what: 'remove'; seed: SeedMailbox } | null;

interface SeedsProps {
  seeds: readonly SeedMailbox[];
  most: number;
  mayChange: boolean;
}

/** The own mailboxes that get copies, with their state. */
export function SeedMailboxes({ seeds, most, mayChange }: SeedsProps) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  const isFull = seeds.length >= most;
  return (
    <section className="flex flex-col gap-3 mx-gutter mb-5" aria-label={t('seeds')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-section">{t('seeds')}</h2>
        {mayChange ? (
          <AppButton
            icon={<IconPlus size={16} aria-hidden />}
            disabled={isFull}
            onClick={() => setOpened({ what: 'add', email: '' })}
          >
            {t('add')}
          </AppButton>
        ) : null}
      </div>
      <p className="max-w-[680px] m-0 text-ink-3 text-table">
        {t('seeds_about')} {t('seeds_about_first')} {isFull ? t('full', { count: most }) : ''}
      </p>
      {seeds.length === 0 ? <p className="m-0 text-ink-3 text-table">{t('none')}</p> : null}
      {seeds.length > 0 ? (
        <ul className="m-0 p-0 border border-line rounded-card list-none overflow-hidden">
          {seeds.map((seed) => (
            <SeedLine key={seed.id} seed={seed} mayChange={mayChange} onOpen={setOpened} />
          ))}
        </ul>
      ) : null}
      <Suspense fallback={null}>
        {opened?.what === 'add' ? <AddSeedDialog email={opened.email} onClose={close} /> : null}
      </Suspense>
      {opened?.what === 'remove' ? <RemoveQuestion seed={opened.seed} onClose={close} /> : null}
    </section>
  );
}

interface LineProps {
  seed: SeedMailbox;
  mayChange: boolean;
  onOpen: (opened: Opened) => void;
}

function SeedLine({ seed, mayChange, onOpen }: LineProps) {
  const { email, provider_group, status, reason, read_at } = seed;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2.5 px-4 border-b border-line-row last:border-b-0">
      <div className="flex-[1_1_220px] min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-2 text-table">
          <span className="truncate">{email}</span>
          <span className="text-ink-3">{t(provider_group)}</span>
        </div>
        <p className="m-0 text-ink-3 text-meta wrap-anywhere">
          {reason ?? (read_at === null ? t('not_read') : t('read', { time: formatAgo(read_at) }))}
        </p>
      </div>
      <StatusChip tone={tones[status]}>{t(`status_${status}`)}</StatusChip>
      {mayChange ? (
        <ActionMenu
          label={t('options_of', { email })}
          entries={[
            {
              id: 'again',
              label: t('again'),
              icon: <IconRefresh size={16} aria-hidden />,
              onSelect: () => onOpen({ what: 'add', email }),
            },
            {
              id: 'remove',
              label: t('remove'),
              icon: <IconTrash size={16} aria-hidden />,
              danger: true,
              divider: true,
              onSelect: () => onOpen({ what: 'remove', seed }),
            },
          ]}
        />
      ) : null}
    </li>
  );
}

function RemoveQuestion({ seed: { id, email }, onClose }: { seed: SeedMailbox; onClose: () => void }) {
  const remove = useMutation({
    ...mutationOptions(placementEndpoints.deleteSeedMailbox),
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
    onSuccess: async () => {
      await whenRefetched();
      onClose();
      toast.success(t('removed'));
    },
  });
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={t('remove_title', { email })}
      confirmLabel={t('remove')}
      pending={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
    >
      {t('remove_text')}
    </ConfirmDialog>
  );
}
