import type { Import } from '@overture/contract/searches';
import { formatBytes } from '../../../lib/format.ts';
import { ProgressLine } from '../../../ui/feedback/progress-line.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { describeProgress } from './describe-import.ts';
import { t } from './texts.ts';
import { stopUpload, type Upload } from './uploads.ts';
import { useStopImport } from './use-stop-import.ts';

/** The file on its way, or the rows as they are read: bar, count and Stop. */
export function ImportProgress({ upload, running }: { upload?: Upload; running?: Import | undefined }) {
  const { stop } = useStopImport();
  if (upload) {
    const isSent = upload.bytes_sent >= upload.bytes_total;
    const sizes = { sent: formatBytes(upload.bytes_sent), total: formatBytes(upload.bytes_total) };
    return (
      <div className="flex flex-col gap-4">
        <ProgressLine
          label={isSent ? t('running', { name: upload.file_name }) : t('sending', { name: upload.file_name })}
          done={upload.bytes_sent}
          total={isSent ? undefined : upload.bytes_total}
          count={t('sending_count', sizes)}
          onStop={() => stopUpload(upload.id)}
        />
        <p className="text-ink-3 text-table">{t('keep_tab')}</p>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {running ? <RunningImport item={running} onStop={() => stop(running.id)} /> : <Skeleton height={48} />}
      <p className="text-ink-3 text-table">{t('may_close')}</p>
    </div>
  );
}

export function RunningImport({ item, onStop }: { item: Import; onStop: () => void }) {
  const { label, ...progress } = describeProgress(item);
  return <ProgressLine label={t('running', { name: label })} {...progress} onStop={onStop} />;
}
