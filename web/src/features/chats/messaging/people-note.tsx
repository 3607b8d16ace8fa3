import { IconUserQuestion } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { t } from './texts.ts';
import { usePeople } from './use-people.ts';

const PeopleDialog = lazyPart(() => import('./people-dialog.tsx').then((file) => ({ default: file.PeopleDialog })));

/** Number of people who wrote and are not leads. Hidden if there are none. */
export function PeopleNote() {
  const go = useGo();
  const { people } = usePeople();
  const [isOpen, setOpen] = useState(false);
  const count = people?.length ?? 0;
  return (
    <>
      {count > 0 ? (
        <p className="flex flex-none items-center gap-2 py-2 px-4 border-b border-line text-ink-2 text-table">
          <IconUserQuestion size={16} stroke={1.7} aria-hidden />
          <span className="flex-1 min-w-0">{t('note', { count })}</span>
          <AppButton size="small" kind="quiet" onClick={() => setOpen(true)}>
            {t('show')}
          </AppButton>
        </p>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <PeopleDialog
            onClose={() => setOpen(false)}
            onOpen={(id) => {
              setOpen(false);
              go(pb.inbox({ chat: id }));
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
