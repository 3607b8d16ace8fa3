import { Textarea } from '@mantine/core';
import { t } from '../texts.ts';
import { usePolish } from './use-polish.tsx';
import type { TaskFormState } from './use-task-form.ts';

const maxLength = 20_000;

export function InstructionsField({ form }: { form: TaskFormState }) {
  const { draft, problems, change } = form;
  const { isPolishing, tools } = usePolish({
    type: 'research',
    output_type: draft.output_type,
    value: draft.prompt,
    onChange: (prompt) => change({ prompt }),
    onEmpty: (prompt) => form.setProblems({ prompt }),
  });
  return (
    <div className="flex flex-col gap-1">
      <Textarea
        label={t('instructions')}
        description={form.isFixed ? undefined : t('instructions_hint')}
        placeholder={t('instructions_placeholder')}
        value={draft.prompt}
        error={problems.prompt ? <span role="alert">{problems.prompt}</span> : undefined}
        readOnly={form.isFixed || isPolishing}
        data-read-only={form.isFixed || undefined}
        autosize
        minRows={4}
        maxRows={10}
        maxLength={maxLength}
        onChange={(event) => change({ prompt: event.currentTarget.value })}
      />
      {form.isFixed ? null : tools}
    </div>
  );
}
