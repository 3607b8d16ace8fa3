import type { DiagnosisCause } from '@overture/contract/diagnosis';
import { IconStethoscope } from '@tabler/icons-react';
import { Suspense } from 'react';
import { IconButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const DiagnosisDialog = lazyPart(() =>
  import('./diagnosis-dialog.tsx').then((file) => ({ default: file.DiagnosisDialog })),
);

/** What is diagnosed. */
export type DiagnosisSubject = { campaign_id: number } | { account_id: number };

export interface DiagnosisProps {
  of: DiagnosisSubject;
  name: string;
  onClose: () => void;
  /** A cure that this very page offers; false leaves it to the screen that has it. */
  onCure?: (cure: NonNullable<DiagnosisCause['cure']>) => boolean;
}

/** The dialog, loaded when it is opened. */
export function Diagnosis(props: DiagnosisProps) {
  return (
    <Suspense fallback={null}>
      <DiagnosisDialog {...props} />
    </Suspense>
  );
}

/** Opens the dialog; the parent holds the open state. */
export function DiagnoseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton label={label} onClick={onClick}>
      <IconStethoscope size={18} stroke={1.7} aria-hidden />
    </IconButton>
  );
}
