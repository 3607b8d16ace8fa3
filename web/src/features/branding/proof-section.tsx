import type { BrandRecord } from '@overture/contract/branding';
import { StatusChip } from '../../ui/feedback/status-chip.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { Records } from './records.tsx';
import { t } from './texts.ts';

interface ProofSectionProps {
  name: string;
  proof: { records: BrandRecord[]; is_in_use: boolean; missing_since: string | null; reached_at?: string | null };
  isChecking: boolean;
  problem: string | undefined;
  onCheck: () => void;
}

/** State of a host or address: verified, waiting, or missing. */
export function ProofSection({ name, proof, isChecking, problem, onCheck }: ProofSectionProps) {
  const isMissing = proof.missing_since !== null;
  const isGood = proof.is_in_use && !isMissing;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <span className="flex-[1_1_12rem] min-w-0 font-medium wrap-anywhere">{name}</span>
        <StatusChip tone={isGood ? 'green' : 'amber'}>
          {t(isMissing ? 'missing' : isGood ? 'in_use' : 'waiting')}
        </StatusChip>
        <AppButton size="small" loading={isChecking} onClick={onCheck}>
          {t('check')}
        </AppButton>
      </div>
      {isGood && proof.reached_at === null ? (
        <p className="text-ink-2 text-table">{t('unreached_text', { name })}</p>
      ) : null}
      {isMissing ? <p className="text-ink-2 text-table">{t('missing_text', { name })}</p> : null}
      <p role="status" className="text-red text-table empty:hidden">
        {problem}
      </p>
      <Records records={proof.records} />
    </div>
  );
}
