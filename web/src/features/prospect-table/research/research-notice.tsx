import { IconAlertTriangle } from '@tabler/icons-react';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { StopButton } from '../../research-tasks/index.ts';
import { t } from '../texts.ts';
import type { useListResearch } from './use-list-research.ts';

interface ResearchNoticeProps {
  searchId: number;
  research: ReturnType<typeof useListResearch>;
}

/** In the toolbar: what runs, with its stop; or that the research columns could not be loaded. */
export function ResearchNotice({ searchId, research }: ResearchNoticeProps) {
  if (research.error === null) return <StopButton searchId={searchId} rowIds={research.rowIds} />;
  return (
    <span className="inline-flex items-center gap-1 text-red text-table" role="alert">
      <IconAlertTriangle size={15} aria-hidden />
      {t('columns_failed')}
      <AppButton size="small" kind="quiet" loading={research.isFetching} onClick={research.retry}>
        {t('retry')}
      </AppButton>
    </span>
  );
}
