import { PasswordInput } from '@mantine/core';
import { toolImportsEndpoints } from '@overture/contract/tool-imports';
import { TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { t } from './texts.ts';

interface Tool {
  id: string;
  label: string;
  key_instructions: string;
}

/** The tool and its key. */
export function StartForm({ tools }: { tools: readonly Tool[] }) {
  const [chosen, setChosen] = useState(tools[0]?.id);
  const [key, setKey] = useState('');
  const start = useMutation(mutationOptions(toolImportsEndpoints.createToolImport));
  const tool = tools.find(({ id }) => id === chosen);
  if (tool === undefined) return null;
  return (
    <form
      className="flex flex-col gap-4 max-w-[560px]"
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '') start.mutate({ body: { tool: tool.id, api_key: key } });
      }}
    >
      <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
        <legend className="mb-2 font-medium">{t('choose')}</legend>
        {tools.map(({ id, label }) => (
          <OptionCard
            key={id}
            kind="radio"
            name="tool"
            label={label}
            checked={id === tool.id}
            onChange={() => setChosen(id)}
          />
        ))}
      </fieldset>
      <PasswordInput
        label={t('key')}
        description={tool.key_instructions}
        value={key}
        maxLength={TOOL_IMPORT_LIMITS.key_max}
        autoComplete="off"
        error={start.isError ? errorMessage(start.error, t('read_failed')) : undefined}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <p className="m-0 text-ink-3 text-table">{t('key_kept')}</p>
      <div>
        <AppButton kind="primary" type="submit" disabled={key.trim() === ''} loading={start.isPending}>
          {t('read')}
        </AppButton>
      </div>
    </form>
  );
}
