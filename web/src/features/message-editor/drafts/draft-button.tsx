import { IconWand } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { t } from '../texts.ts';
import type { WrittenDraft } from './draft-dialog.tsx';

const DraftDialog = lazyPart(async () => {
  const { DraftDialog: dialog } = await import('./draft-dialog.tsx');
  return { default: dialog };
});

interface DraftButtonProps {
  campaignId: number;
  stepId: number;
  isOverwriting: boolean;
  onSelect: (draft: WrittenDraft) => void;
}

export function DraftButton({ onSelect, ...props }: DraftButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <AppButton
        size="small"
        icon={<IconWand size={15} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        {t('draft')}
      </AppButton>
      {isOpen ? (
        <Suspense fallback={null}>
          <DraftDialog
            {...props}
            onClose={() => setOpen(false)}
            onSelect={(draft) => {
              setOpen(false);
              onSelect(draft);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
