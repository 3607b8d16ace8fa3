import { Textarea } from '@mantine/core';
import { enrichmentEndpoints } from '@overture/contract/enrichment';
import { isBlank } from '@overture/domain/text/text';
import { IconArrowBackUp, IconWand } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage } from '../../../lib/api/api-client.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';
import classes from './task-form.module.css';
import type { TaskFormState } from './use-task-form.ts';

const maxLength = 20_000;

/** The instructions with their polishing; what was written before can be had back. */
export function InstructionsField({ form }: { form: TaskFormState }) {
  const { draft, problems, change } = form;
  const [before, setBefore] = useState<string | undefined>();
  const polish = useMutation({
    mutationFn: (prompt: string) =>
      call(enrichmentEndpoints.enhancePrompt, {
        body: { prompt, type: 'research', output_type: draft.output_type },
      }),
    onSuccess: ({ enhanced_prompt }, prompt) => {
      setBefore(prompt);
      change({ prompt: enhanced_prompt });
    },
    onError: (error) => toast.error(errorMessage(error, t('polish_failed')), { duration: 5000 }),
  });
  function start() {
    if (isBlank(draft.prompt)) form.setProblems({ prompt: t('prompt_empty') });
    else polish.mutate(draft.prompt);
  }
  return (
    <div className={classes.instructions}>
      <Textarea
        label={t('instructions')}
        description={form.isFixed ? undefined : t('instructions_hint')}
        placeholder={t('instructions_placeholder')}
        value={draft.prompt}
        error={problems.prompt ? <span role="alert">{problems.prompt}</span> : undefined}
        readOnly={form.isFixed || polish.isPending}
        data-read-only={form.isFixed || undefined}
        autosize
        minRows={4}
        maxRows={10}
        maxLength={maxLength}
        onChange={(event) => {
          setBefore(undefined);
          change({ prompt: event.currentTarget.value });
        }}
      />
      {form.isFixed ? null : (
        <div className={classes.polish}>
          <AppButton
            size="small"
            kind="quiet"
            icon={<IconWand size={15} aria-hidden />}
            loading={polish.isPending}
            onClick={start}
          >
            {t('polish')}
          </AppButton>
          {before === undefined ? null : (
            <AppButton
              size="small"
              kind="quiet"
              icon={<IconArrowBackUp size={15} aria-hidden />}
              onClick={() => {
                change({ prompt: before });
                setBefore(undefined);
              }}
            >
              {t('polish_undo')}
            </AppButton>
          )}
        </div>
      )}
    </div>
  );
}
