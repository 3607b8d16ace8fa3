import type { AiSegment } from '@overture/contract/ai-segments';
import type { Listed } from '@overture/contract/endpoint';
import { IconPencil, IconPlus, IconSparkles, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { SharedRows } from '../research-tasks/index.ts';
import { SnippetForm } from './snippet-form.tsx';
import { t } from './texts.ts';
import { useCopySnippet, useDeleteSnippet, useSnippets } from './use-snippets.ts';

interface SnippetsDialogProps {
  campaignId: number;
  onInsert: (segment: AiSegment) => void;
  onClose: () => void;
}

/** List and editor of snippets; the chosen one is put into the message. */
export function SnippetsDialog({ campaignId, onInsert, onClose }: SnippetsDialogProps) {
  const [editing, setEditing] = useState<AiSegment | 'new' | null>(null);
  const [leaving, setLeaving] = useState<AiSegment | null>(null);
  if (editing !== null) {
    const segment = editing === 'new' ? null : editing;
    return <SnippetForm campaignId={campaignId} segment={segment} onBack={() => setEditing(null)} onClose={onClose} />;
  }
  return (
    <>
      <Dialog
        opened
        onClose={onClose}
        title={t('title')}
        size="large"
        footer={
          <AppButton icon={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
            {t('create')}
          </AppButton>
        }
      >
        <p className="mb-4 text-ink-2 text-table">{t('intro')}</p>
        <SnippetList onInsert={onInsert} onEdit={setEditing} onDelete={setLeaving} />
      </Dialog>
      <DeleteSnippet segment={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

interface SnippetListProps {
  onInsert: (segment: AiSegment) => void;
  onEdit: (segment: AiSegment) => void;
  onDelete: (segment: AiSegment) => void;
}

function SnippetList(props: SnippetListProps) {
  const query = useSnippets();
  const failure = queryFailure(query, { fallback: t('failed'), compact: true });
  if (failure) return failure;
  const segments = query.data?.segments;
  if (segments === undefined) return <Skeleton height={240} radius={8} />;
  const own = segments.filter(({ organization_id }) => organization_id !== null);
  const defaults = segments.filter(({ organization_id }) => organization_id === null);
  return (
    <>
      <Section title={t('own')}>
        {own.length === 0 ? <li className="text-ink-3 text-table">{t('own_none')}</li> : null}
        {own.map((segment) => (
          <SnippetRow key={segment.id} segment={segment} {...props} isOwn />
        ))}
      </Section>
      <SharedSnippets segments={query.data?.agency_segments ?? []} />
      <Section title={t('defaults')}>
        {defaults.map((segment) => (
          <SnippetRow key={segment.id} segment={segment} {...props} />
        ))}
      </Section>
    </>
  );
}

function SharedSnippets({ segments }: { segments: readonly AiSegment[] }) {
  const copy = useCopySnippet();
  if (segments.length === 0) return null;
  return (
    <SharedRows
      items={segments.map((segment) => ({
        id: segment.id,
        name: segment.name,
        text: segment.instructions,
        note: sizeOf(segment),
      }))}
      pendingId={copy.isPending ? copy.variables : undefined}
      onCopy={(id) => copy.mutate(id)}
    />
  );
}

const sizeOf = (segment: AiSegment): string =>
  `${t('sentences', { count: segment.amount_of_sentences })} · ${t('per_lead', { count: segment.cost_per_lead })}`;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="[&+&]:mt-4">
      <h3 className="mb-2 text-ink-2 text-table font-medium">{title}</h3>
      <ul className="flex flex-col gap-2 m-0 p-0 list-none">{children}</ul>
    </section>
  );
}

function SnippetRow({
  segment,
  isOwn,
  onInsert,
  onEdit,
  onDelete,
}: SnippetListProps & { segment: Listed<AiSegment>; isOwn?: boolean }) {
  return (
    <li className="flex gap-3 p-3 border border-line rounded-card">
      <IconSparkles size={17} aria-hidden className="flex-none mt-0.5 text-violet" />
      <div className="flex-1 min-w-0">
        <p className="font-medium wrap-anywhere">{segment.name}</p>
        <p className="line-clamp-2 text-ink-2 text-table">{segment.instructions}</p>
        <p className="mt-0.5 text-ink-3 text-meta number">{sizeOf(segment)}</p>
      </div>
      <div className="flex flex-none items-start gap-1">
        <AppButton
          size="small"
          aria-label={t('insert_named', { name: segment.name })}
          onClick={() => onInsert(segment)}
        >
          {t('insert')}
        </AppButton>
        {isOwn ? (
          <ActionMenu
            label={t('actions', { name: segment.name })}
            entries={[
              {
                id: 'edit',
                label: t('edit'),
                icon: <IconPencil size={15} aria-hidden />,
                onSelect: () => onEdit(segment),
              },
              ...(segment.may_delete
                ? [
                    {
                      id: 'delete',
                      label: t('delete'),
                      icon: <IconTrash size={15} aria-hidden />,
                      danger: true,
                      onSelect: () => onDelete(segment),
                    },
                  ]
                : []),
            ]}
          />
        ) : null}
      </div>
    </li>
  );
}

function DeleteSnippet({ segment, onClose }: { segment: AiSegment | null; onClose: () => void }) {
  const remove = useDeleteSnippet(onClose);
  return (
    <ConfirmDialog
      opened={segment !== null}
      onClose={onClose}
      title={t('delete_title')}
      confirmLabel={t('delete')}
      danger
      pending={remove.isPending}
      onConfirm={() => segment && remove.mutate(segment.id)}
    >
      <p>{t('delete_text')}</p>
      <p>{t('delete_kept')}</p>
    </ConfirmDialog>
  );
}
