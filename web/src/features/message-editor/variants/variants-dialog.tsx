import { type StepVariants, stepVariantsEndpoints } from '@overture/contract/step-variants';
import type { Variant } from '@overture/domain/flow/flow';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { formatDate } from '../../../lib/format.ts';
import { inPageLanguage } from '../../../lib/texts.ts';
import { PageSpinner } from '../../../ui/feedback/spinner.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { t } from '../texts.ts';
import { VariantRows } from './variant-rows.tsx';
import { bodyOfVariants, draftOfVariants, findVariantsProblem, withEvenShares, withStopped } from './variants-draft.ts';
import { WinnerFields } from './winner-fields.tsx';

export interface VariantsDialogProps {
  campaignId: number;
  stepId: number;
  onClose: () => void;
}

/** Which variant further leads get, how the test goes, and who decides it. */
export function VariantsDialog({ campaignId, stepId, onClose }: VariantsDialogProps) {
  const input = { params: { id: campaignId, stepId } };
  const query = useQuery(queryOptions(stepVariantsEndpoints.getStepVariants, input));
  const found = query.data?.variants;
  if (found) {
    return <VariantsForm key={found.version} {...{ campaignId, stepId, onClose, found }} />;
  }
  return (
    <Dialog opened onClose={onClose} title={t('variants_title')}>
      {query.isError ? (
        <ErrorState
          compact
          title={t('variants_load_failed')}
          message={errorMessage(query.error, t('variants_load_failed'))}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <PageSpinner label={t('variants_title')} />
      )}
    </Dialog>
  );
}

/** Stores shares and rule, or takes a winner back. */
function useVariantChanges({ campaignId, stepId, found, onClose }: VariantsFormProps) {
  const client = useQueryClient();
  const params = { id: campaignId, stepId };
  const again = () => void refetch(client, stepVariantsEndpoints.getStepVariants);
  const fail = (error: unknown) => {
    toast.error(errorMessage(error, t('variants_failed')));
    again();
  };
  const save = useMutation({
    mutationFn: (body: ReturnType<typeof bodyOfVariants>) =>
      call(stepVariantsEndpoints.setStepVariants, { params, body: { ...body, version: found.version } }),
    onSuccess: () => {
      toast.success(t('variants_saved'));
      again();
      onClose();
    },
    onError: fail,
  });
  const undo = useMutation({
    mutationFn: () => call(stepVariantsEndpoints.undoStepWinner, { params, body: { version: found.version } }),
    onSuccess: () => {
      toast.success(t('variants_undone'));
      again();
    },
    onError: fail,
  });
  return { save, undo };
}

interface VariantsFormProps extends VariantsDialogProps {
  found: StepVariants;
}

function VariantsForm(props: VariantsFormProps) {
  const { found, onClose } = props;
  const [draft, setDraft] = useState(() => draftOfVariants(found));
  const { save, undo } = useVariantChanges(props);
  const all = found.variants.map(({ variant }) => variant);
  const problem = findVariantsProblem(all, draft);
  const body = bodyOfVariants(all, draft);
  // Saving ends a winner: not for someone who only looked.
  const isChanged = JSON.stringify(body) !== JSON.stringify(bodyOfVariants(all, draftOfVariants(found)));
  function stop(variant: Variant, isStopped: boolean) {
    const next = withStopped(all, draft, variant, isStopped);
    // With the rule still on, the same winner would be named again within a minute.
    setDraft(found.winner ? { ...next, is_automatic: false } : next);
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('variants_title')}
      footer={
        <>
          <AppButton onClick={onClose}>{t('cancel')}</AppButton>
          <AppButton
            kind="primary"
            loading={save.isPending}
            disabled={problem !== null}
            onClick={() => (isChanged ? save.mutate(body) : onClose())}
          >
            {t('save')}
          </AppButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="m-0 text-ink-2 text-table">{t('variants_text')}</p>
        <Verdict found={found} isUndoing={undo.isPending} onUndo={() => undo.mutate()} />
        <VariantRows
          found={found}
          draft={draft}
          problem={problem}
          onShare={(variant, share) => setDraft({ ...draft, shares: { ...draft.shares, [variant]: share } })}
          onStop={stop}
          onEven={() => setDraft(withEvenShares(all, draft))}
        />
        <WinnerFields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
      </div>
    </Dialog>
  );
}

interface VerdictProps {
  found: StepVariants;
  isUndoing: boolean;
  onUndo: () => void;
}

/** What was decided, or how the test goes. */
function Verdict({ found: { verdict, winner, counts_since }, isUndoing, onUndo }: VerdictProps) {
  return (
    <div className="flex flex-col gap-1 p-3 rounded-lg bg-panel border border-line text-table" role="status">
      {winner ? (
        <div className="flex items-center justify-between gap-3">
          <strong>{t('variants_won', { variant: t(`variant_${winner.variant}`), date: formatDate(winner.at) })}</strong>
          <AppButton size="small" loading={isUndoing} onClick={onUndo}>
            {t('variants_undo')}
          </AppButton>
        </div>
      ) : null}
      {winner || verdict ? <span>{inPageLanguage(winner?.words ?? verdict?.words)}</span> : null}
      <span className="text-ink-3 text-meta">
        {t('variants_counting')} {counts_since ? t('variants_since', { date: formatDate(counts_since) }) : null}
      </span>
    </div>
  );
}
