import type { Listed } from '@overture/contract/endpoint';
import { type LeadColumn, leadColumnsEndpoints } from '@overture/contract/lead-columns';
import { customName } from '@overture/domain/leads/custom-columns';
import { CUSTOM_COLUMNS } from '@overture/domain/limits';
import { isBlank } from '@overture/domain/text/text';
import { IconArchive, IconArchiveOff, IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions, refetch } from '../../lib/api/api-client.ts';
import { type NameConflict, useNameConflict } from '../../lib/edits/use-name-conflict.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { InlineEdit } from '../../ui/inputs/inline-edit.tsx';
import { DeleteColumn } from './delete-column.tsx';
import { t } from './texts.ts';
import { TypeSelect } from './type-select.tsx';

interface ColumnRowProps {
  column: Listed<LeadColumn>;
  index: number;
  count: number;
}

/** A column with all that can be done to it. */
export function ColumnRow(props: ColumnRowProps) {
  const { column } = props;
  const { id, name, key, type, is_archived } = column;
  const { change, naming } = useColumnChange(column);
  const [isDeleting, setDeleting] = useState(false);
  const set = (body: Parameters<typeof change.mutate>[0]['body']) => change.mutate({ params: { id }, body });
  function rename(next: string): boolean {
    if (isBlank(next)) toast.error(t('name_empty'));
    else naming.save(next);
    return !isBlank(next);
  }
  return (
    <li className="flex flex-wrap items-center gap-2 py-2 border-b border-line">
      <span className="flex flex-1 flex-col min-w-40">
        <InlineEdit
          value={name}
          label={t('name_of', { name })}
          maxLength={CUSTOM_COLUMNS.name_max}
          onStart={() => naming.begin(column)}
          onSave={rename}
        />
        <span className="text-ink-3 text-meta wrap-anywhere">
          {is_archived ? t('archived') : t('in_messages', { variable: `{{${customName(key)}}}` })}
        </span>
      </span>
      <TypeSelect
        label={t('type_of', { name })}
        value={type}
        disabled={change.isPending}
        onChange={(next) => set({ type: next, version: column.version })}
      />
      <RowButtons {...props} set={set} onDelete={() => setDeleting(true)} />
      {isDeleting ? <DeleteColumn column={column} onClose={() => setDeleting(false)} /> : null}
      {naming.dialog}
    </li>
  );
}

interface RowButtonsProps extends ColumnRowProps {
  set: (change: { place?: number; is_archived?: boolean }) => void;
  onDelete: () => void;
}

function RowButtons({ column: { name, is_archived, may_delete }, index, count, set, onDelete }: RowButtonsProps) {
  return (
    <span className="inline-flex gap-0.5">
      <IconButton
        size="small"
        label={t('up', { name })}
        disabled={index === 0}
        onClick={() => set({ place: index - 1 })}
      >
        <IconArrowUp size={15} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        label={t('down', { name })}
        disabled={index === count - 1}
        onClick={() => set({ place: index + 1 })}
      >
        <IconArrowDown size={15} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        label={t(is_archived ? 'restore' : 'archive', { name })}
        onClick={() => set({ is_archived: !is_archived })}
      >
        {is_archived ? <IconArchiveOff size={15} aria-hidden /> : <IconArchive size={15} aria-hidden />}
      </IconButton>
      {may_delete ? (
        <IconButton size="small" label={t('delete', { name })} onClick={onDelete}>
          <IconTrash size={15} aria-hidden />
        </IconButton>
      ) : null}
    </span>
  );
}

/** Changes to a column. Of two concurrent renames the second gets a conflict. */
function useColumnChange({ id }: LeadColumn) {
  const client = useQueryClient();
  const change = useMutation({
    ...mutationOptions(leadColumnsEndpoints.updateLeadColumn),
    onError: (error) => {
      if (!naming.take(error)) toast.error(errorMessage(error, t('save_failed')));
    },
    onSettled: () => void refetch(client, leadColumnsEndpoints.listLeadColumns),
  });
  const naming: NameConflict = useNameConflict<{ column: LeadColumn }>({
    label: t('name'),
    read: (current) => current.column,
    send: (next, version) => change.mutate({ params: { id }, body: { name: next, version } }),
  });
  return { change, naming };
}
