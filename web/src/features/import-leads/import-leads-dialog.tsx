import { searchesEndpoints } from '@overture/contract/searches';
import type { LinkedinImportKind } from '@overture/domain/linkedin/linkedin-import';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { linkedinImportLabel } from '../../lib/labels/lead/linkedin-import.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Dialog } from '../../ui/overlays/overlay.tsx';
import { useSenders } from '../accounts/index.ts';
import { followImport, importsQuery } from '../csv-import/index.ts';
import {
  accountsFor,
  LinkedinImportForm,
  type LinkedinImportInput,
  linkedinImportTexts as linkedinTexts,
} from '../linkedin-import/index.ts';
import { SourceList } from './source-list.tsx';
import { t } from './texts.ts';

const CsvDialog = lazyPart(() =>
  import('../csv-import/import-dialog.tsx').then((file) => ({ default: file.ImportDialog })),
);

interface ImportLeadsDialogProps {
  search: { id: number; name: string };
  /** An import whose progress or result is looked at; left out to begin a new one. */
  importId?: number | undefined;
  canCsv: boolean;
  canLinkedin: boolean;
  onClose: () => void;
  onImported?: (ids: number[]) => void;
}

/** Import of leads: first where from, then what that source needs. */
export function ImportLeadsDialog(props: ImportLeadsDialogProps) {
  const { search, importId, canCsv, canLinkedin, onClose, onImported } = props;
  const [source, setSource] = useState<'csv' | LinkedinImportKind | undefined>(canLinkedin ? undefined : 'csv');
  if (importId !== undefined || source === 'csv') {
    return (
      <Suspense fallback={null}>
        <CsvDialog
          search={search}
          importId={importId}
          onClose={onClose}
          {...(onImported ? { onImported } : undefined)}
        />
      </Suspense>
    );
  }
  if (source !== undefined) {
    return <FromLinkedin search={search} kind={source} onBack={() => setSource(undefined)} onClose={onClose} />;
  }
  return (
    <Dialog opened onClose={onClose} title={t('title')} size="large">
      <SourceList canCsv={canCsv} onChoose={setSource} onClose={onClose} />
      <p className="mt-4 text-ink-3 text-table">{t('notice')}</p>
    </Dialog>
  );
}

interface FromLinkedinProps {
  search: { id: number };
  kind: LinkedinImportKind;
  onBack: () => void;
  onClose: () => void;
}

function FromLinkedin({ search, kind, onBack, onClose }: FromLinkedinProps) {
  const client = useQueryClient();
  const senders = useSenders();
  const start = useMutation({
    ...mutationOptions(searchesEndpoints.importLinkedin),
    onSuccess: async ({ import_id }) => {
      followImport(import_id);
      await client.invalidateQueries({ queryKey: importsQuery.queryKey });
      toast.success(linkedinTexts('started'));
      onClose();
    },
  });
  // The server's words, or 'Invalid URL' where it had none.
  const problem = start.isError ? errorMessage(start.error, linkedinTexts('failed')) : undefined;
  const submit = (body: LinkedinImportInput) => start.mutate({ params: { id: search.id, kind }, body });
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnOutside={false}
      title={linkedinImportLabel(kind)}
      footer={
        <>
          <AppButton onClick={onBack}>{linkedinTexts('back')}</AppButton>
          <AppButton kind="primary" type="submit" form="linkedin-import" loading={start.isPending}>
            {linkedinTexts('import')}
          </AppButton>
        </>
      }
    >
      <LinkedinImportForm
        id="linkedin-import"
        kind={kind}
        accounts={accountsFor(kind, senders.data?.accounts ?? [])}
        problem={problem}
        onSubmit={submit}
      />
      <p className="mt-4 text-ink-3 text-table">{linkedinTexts('notice')}</p>
    </Dialog>
  );
}
