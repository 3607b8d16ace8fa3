import { type Automation, type AutomationBody, automationsEndpoints } from '@overture/contract/automations';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { whenRefetched } from '../../lib/api/writes.ts';
import { useEditConflict } from '../../lib/edits/use-edit-conflict.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { findOverlap, mergeMine } from './automation-draft.ts';
import { t } from './texts.ts';

interface SaveOptions {
  /** What the form began with; null for a new one. */
  base: Automation | null;
  onClose: () => void;
  /** Shows what a colleague saved; answers the way back to what was typed. */
  onTheirs: (theirs: Automation) => () => void;
}

interface Update {
  base: Automation;
  body: AutomationBody;
}

/** Saves a new automation, or a change. Where a colleague was faster, nothing that was typed is lost. */
export function useSave({ base, onClose, onTheirs }: SaveOptions): {
  save: (body: AutomationBody) => void;
  isPending: boolean;
  problem: string | undefined;
  conflict: ReactNode;
} {
  const onSuccess = async () => {
    await whenRefetched();
    onClose();
    toast.success(t('saved'));
  };
  const create = useMutation({ ...mutationOptions(automationsEndpoints.createAutomation), onSuccess });
  const update = useMutation({
    ...mutationOptions(automationsEndpoints.updateAutomation),
    onSuccess,
    onError: (error) => void conflict.take(error),
  });
  /** What was typed, as it was sent last. */
  const sent = useRef<AutomationBody | null>(null);
  function begin({ base: { id, version }, body }: Update) {
    sent.current = body;
    update.mutate({ params: { id }, body: { ...body, version } });
  }
  const conflict = useEditConflict<{ automation: Automation }>({
    overlap({ automation: theirs }) {
      const mine = sent.current;
      return base && mine ? findOverlap({ base, mine, theirs }) : [];
    },
    keepMine({ automation: theirs }) {
      const mine = sent.current;
      if (base && mine) begin({ base: theirs, body: mergeMine({ base, mine, theirs }) });
    },
    seeTheirs: ({ automation }) => onTheirs(automation),
  });
  const error = create.error ?? update.error;
  const isConflict = error !== null && 'code' in error && error.code === 'changed_meanwhile';
  return {
    save: (body) => (base === null ? create.mutate({ body }) : begin({ base, body })),
    isPending: create.isPending || update.isPending,
    problem: error && !isConflict ? errorMessage(error, t('change_failed')) : undefined,
    conflict: conflict.dialog,
  };
}
