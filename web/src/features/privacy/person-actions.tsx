import { personFilesEndpoints } from '@overture/contract/person-files';
import { may } from '@overture/domain/access/permissions';
import { ERASURE_LIMITS } from '@overture/domain/limits';
import { IconDownload, IconUserX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { addressOf } from '../../lib/api/api-client.ts';
import { useUser } from '../../lib/api/session.ts';
import { saveFile } from '../../lib/save-csv.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LeadOrigin } from './lead-origin.tsx';
import { t } from './texts.ts';

const EraseDialog = lazyPart(() => import('./erase-dialog.tsx').then((file) => ({ default: file.EraseDialog })));
const EraseManyDialog = lazyPart(() =>
  import('./erase-dialog.tsx').then((file) => ({ default: file.EraseManyDialog })),
);

/** Opens the question, and closes it once the people are erased. */
function useQuestion(onErased: () => void) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const finish = () => {
    close();
    onErased();
  };
  return { isOpen, open: () => setOpen(true), close, finish };
}

interface PersonActionsProps {
  lead: { id: number; name: string };
  onErased: () => void;
}

/** In a lead's panel: where it comes from, and what it can ask for. */
export function PersonActions({ lead, onErased }: PersonActionsProps) {
  return (
    <>
      <LeadOrigin lead={lead} />
      <Requests lead={lead} onErased={onErased} />
    </>
  );
}

/** A file of their data, and to be erased. Shown to people who answer for the organization. */
function Requests({ lead, onErased }: PersonActionsProps) {
  const { isOpen, open, close, finish } = useQuestion(onErased);
  if (!may(useUser(), 'settings')) return null;
  const address = addressOf(personFilesEndpoints.downloadPersonFile, { params: { id: lead.id } });
  return (
    <div className="flex flex-wrap gap-2">
      <AppButton
        size="small"
        icon={<IconDownload size={15} aria-hidden />}
        onClick={() => saveFile(`person-${lead.id}.zip`, address)}
      >
        {t('download_person')}
      </AppButton>
      <AppButton size="small" icon={<IconUserX size={15} aria-hidden />} onClick={open}>
        {t('erase_person')}
      </AppButton>
      <Suspense fallback={null}>
        {isOpen ? <EraseDialog lead={lead} onClose={close} onErased={finish} /> : null}
      </Suspense>
    </div>
  );
}

interface EraseSelectedProps {
  /** Undefined where the selected people are not known one by one. */
  ids: readonly number[] | undefined;
  onErased: () => void;
}

/** Erases the selected people of a list. */
export function EraseSelected({ ids, onErased }: EraseSelectedProps) {
  const { isOpen, open, close, finish } = useQuestion(onErased);
  if (!may(useUser(), 'settings') || ids === undefined || ids.length > ERASURE_LIMITS.people_at_once) return null;
  return (
    <>
      <AppButton size="small" icon={<IconUserX size={15} aria-hidden />} onClick={open}>
        {t('erase_many')}
      </AppButton>
      <Suspense fallback={null}>
        {isOpen ? <EraseManyDialog ids={ids} onClose={close} onErased={finish} /> : null}
      </Suspense>
    </>
  );
}
