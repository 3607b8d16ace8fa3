import { may } from '@overture/domain/access/permissions';
import { ERASURE_LIMITS } from '@overture/domain/limits';
import { IconUserX } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useUser } from '../../lib/api/session.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

const EraseDialog = lazy(() => import('./erase-dialog.tsx').then((file) => ({ default: file.EraseDialog })));
const EraseManyDialog = lazy(() => import('./erase-dialog.tsx').then((file) => ({ default: file.EraseManyDialog })));

interface EraseButtonProps {
  /** One person, by name. */
  lead?: { id: number; name: string };
  /** The selected people of a list; undefined where they are not known one by one. */
  ids?: readonly number[] | undefined;
  onErased: () => void;
}

/** Erases one person, or those selected in a list. Shown to people who answer for the organization. */
export function EraseButton({ lead, ids, onErased }: EraseButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const user = useUser();
  const isMany = lead === undefined;
  if (!may(user, 'settings')) return null;
  if (isMany && (ids === undefined || ids.length > ERASURE_LIMITS.people_at_once)) return null;
  const close = () => setAsking(false);
  const finish = () => {
    close();
    onErased();
  };
  return (
    <>
      <AppButton size="small" icon={<IconUserX size={15} aria-hidden />} onClick={() => setAsking(true)}>
        {t(isMany ? 'erase_many' : 'erase_person')}
      </AppButton>
      <Suspense fallback={null}>
        {isAsking && lead ? <EraseDialog lead={lead} onClose={close} onErased={finish} /> : null}
        {isAsking && isMany ? <EraseManyDialog ids={ids ?? []} onClose={close} onErased={finish} /> : null}
      </Suspense>
    </>
  );
}
