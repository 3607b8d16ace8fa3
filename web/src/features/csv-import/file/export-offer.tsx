import { may } from '@overture/domain/access/permissions';
import { recognizeExport } from '@overture/domain/tool-exports/export-plan';
import { EXPORT_PRESETS } from '@overture/domain/tool-exports/export-presets';
import { IconTransferIn } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useUser } from '../../../lib/api/session.ts';
import { useGo } from '../../../lib/navigation/navigation.tsx';
import { pb } from '../../../lib/navigation/paths.ts';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { handOverFile } from '../../tool-imports/index.ts';
import { t } from '../texts.ts';
import { type CsvPreview, valuesInOrder } from './read-csv-preview.ts';

/** A file that looks like another tool's export moves in with its history, where the user may do that. */
export function ExportOffer({ file, preview }: { file: File; preview: CsvPreview }) {
  const user = useUser();
  const go = useGo();
  const preset = useMemo(() => recognizeExport(preview.header, valuesInOrder(preview)), [preview]);
  if (preset === null || !may(user, 'settings')) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 mt-3 py-2 px-3 border border-line rounded-card bg-sunken">
      <IconTransferIn size={18} aria-hidden className="flex-none text-ink-3" />
      <p className="flex-1 m-0 min-w-[200px] text-table">
        <strong className="font-medium">{t('export_of', { tool: EXPORT_PRESETS[preset].tool })}</strong>{' '}
        {t('export_text')}
      </p>
      <AppButton
        size="small"
        onClick={() => {
          handOverFile(file);
          go(pb.toolImports());
        }}
      >
        {t('export_import')}
      </AppButton>
    </div>
  );
}
