import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import type { Campaign, Step } from '@overture/contract/campaigns';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { UI } from '@overture/domain/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { pickChanged } from '../../lib/edits/changes.ts';
import { useEditConflict } from '../../lib/edits/use-edit-conflict.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { showCampaign, useWorkingCopy, type WorkingCopy, withChange } from '../flow-canvas/index.ts';
import {
  bodyOfChanges,
  bodyOfStep,
  draftOfStep,
  findChangedTexts,
  findDraftProblem,
  isDraftChanged,
  type StepDraft,
} from './step-draft.ts';
import { t } from './texts.ts';
import { useKnownKeys } from './tokens/known-keys.ts';

/** What is being written in a step, and its way to the server. After saving it says so for a second, then calls `onClose`. */
export function useStepDraft(campaign: Campaign, step: Step, onClose: () => void) {
  const client = useQueryClient();
  const copy = useWorkingCopy();
  const known = useKnownKeys();
  // The working copy shows itself what it stored.
  const show = (campaign: Campaign) => copy ?? showCampaign(client, campaign);
  // What the draft started with: the step may be refetched while the user types.
  const [base, setBase] = useState(step);
  const [draft, setDraft] = useState<StepDraft>(() => draftOfStep(step));
  const [variant, setVariant] = useState<Variant>('a');
  // Resets the fields, which read their text once.
  const [revision, setRevision] = useState(0);
  const change = useCallback((change: Partial<StepDraft>) => setDraft((current) => ({ ...current, ...change })), []);
  function replace(texts: Partial<StepDraft>) {
    change(texts);
    setRevision((current) => current + 1);
  }
  const save = useMutation({
    mutationFn: (body: StepBody) => storeStep(copy, campaign.id, step.id, body),
    onSuccess: (answer) => show(answer.campaign),
    onError: (error) => conflict.take(error) || toast.error(errorMessage(error, t('save_failed'))),
  });
  const stepOf = ({ steps }: Campaign) => steps.find(({ id }) => id === step.id) ?? base;
  const conflict = useEditConflict<{ campaign: Campaign }>({
    overlap: (current) => findChangedTexts(base, draft, stepOf(current.campaign)),
    keepMine: (current) => save.mutate(bodyToKeep(base, draft, stepOf(current.campaign))),
    seeTheirs: (current) => {
      const theirs = stepOf(current.campaign);
      show(current.campaign);
      setBase(theirs);
      replace(draftOfStep(theirs));
      // Only what was written here: the other texts are theirs now.
      return () => replace(pickChanged(draftOfStep(base), draft));
    },
  });
  const isSaved = save.isSuccess;
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(onClose, UI.saved_confirmation_in_ms);
    return () => clearTimeout(timer);
  }, [isSaved, onClose]);
  const isChanged = isDraftChanged(base, draft);
  return {
    draft,
    change,
    revision,
    replace,
    variant,
    setVariant,
    isChanged,
    isUnsaved: isChanged && !isSaved,
    problem: findDraftProblem(draft, step.step_type, variant, known),
    isSaving: save.isPending,
    isSaved,
    save: () => save.mutate({ ...bodyOfStep(draft, step.step_type), version: base.version }),
    conflict: conflict.dialog,
  };
}

type StepBody = ReturnType<typeof bodyOfChanges> & { version: number };

/** One's own changes over what a colleague stored. */
function bodyToKeep(base: Step, draft: StepDraft, stored: Step): StepBody {
  return { ...bodyOfChanges(base, draft, stored), version: stored.version };
}

/** Into the draft, or into the working copy of what runs. */
async function storeStep(copy: WorkingCopy | undefined, id: number, stepId: number, { version, ...texts }: StepBody) {
  if (copy) return { campaign: await copy.change((nodes) => withChange(nodes, stepId, texts)) };
  return call(campaignStepsEndpoints.updateStep, { params: { id, stepId }, body: { ...texts, version } });
}
