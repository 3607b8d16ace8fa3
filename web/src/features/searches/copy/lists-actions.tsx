import { type Search, searchesEndpoints } from '@overture/contract/searches';
import { IconArrowMerge, IconCopy, IconFolder } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { copyLeads } from './copy-leads.ts';
import { FolderDialog } from './folder-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { t } from './texts.ts';

interface Open {
  kind: 'folder' | 'merge';
  searches: readonly Search[];
}

/** What can be done with lists as wholes: the menu of a row, and the dialogs of it and of the selection. */
export function useListsActions(folders: readonly string[], onDone: () => void) {
  const [open, setOpen] = useState<Open | undefined>();
  const duplicate = useDuplicate();
  const close = () => setOpen(undefined);
  const menu = (search: Search): ReactNode => (
    <ActionMenu
      label={t('actions', { name: search.name })}
      entries={[
        {
          id: 'duplicate',
          label: t('duplicate'),
          icon: <IconCopy size={15} aria-hidden />,
          onSelect: () => duplicate(search),
        },
        {
          id: 'folder',
          label: t('folder'),
          icon: <IconFolder size={15} aria-hidden />,
          onSelect: () => setOpen({ kind: 'folder', searches: [search] }),
        },
      ]}
    />
  );
  const dialog =
    open === undefined ? null : open.kind === 'folder' ? (
      <FolderDialog searches={open.searches} folders={folders} onClose={close} onDone={onDone} />
    ) : (
      <MergeDialog searches={open.searches} onClose={close} onDone={onDone} />
    );
  return {
    menu,
    dialog,
    buttons: (searches: readonly Search[]) => <SelectionButtons searches={searches} onOpen={setOpen} />,
  };
}

/** A new list with the folder, the research columns and the leads of another one. */
function useDuplicate() {
  const duplicate = useMutation({
    mutationFn: async (search: Search) => {
      const name = t('duplicate_name', { name: search.name });
      const { id } = await call(searchesEndpoints.createSearch, { body: { name, like_id: search.id } });
      const total = search.total_prospects;
      return copyLeads({ from: search.id, target: { id, name }, moves: false, leads: { everything: true }, total });
    },
    onSuccess: ({ isStopped }) => {
      if (!isStopped) toast.success(t('duplicated'));
    },
    onError: (error) => toast.error(errorMessage(error, t('duplicate_failed'))),
  });
  return duplicate.mutate;
}

/** Of the selected lists. */
function SelectionButtons({ searches, onOpen }: { searches: readonly Search[]; onOpen: (open: Open) => void }) {
  return (
    <>
      {searches.length > 1 ? (
        <AppButton
          size="small"
          icon={<IconArrowMerge size={15} aria-hidden />}
          onClick={() => onOpen({ kind: 'merge', searches })}
        >
          {t('merge')}
        </AppButton>
      ) : null}
      <AppButton
        size="small"
        icon={<IconFolder size={15} aria-hidden />}
        onClick={() => onOpen({ kind: 'folder', searches })}
      >
        {t('folder')}
      </AppButton>
    </>
  );
}
