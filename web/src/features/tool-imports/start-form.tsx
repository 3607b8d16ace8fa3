import { PasswordInput } from '@mantine/core';
import { toolImportsEndpoints } from '@overture/contract/tool-imports';
import { TOOL_IMPORT_LIMITS } from '@overture/domain/limits';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { sayWords } from '../../lib/language/said.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { OptionCard } from '../../ui/inputs/option-card.tsx';
import { FileForm } from './file-form.tsx';
import { hasHandedFile } from './handed-file.ts';
import { t } from './texts.ts';

interface Tool {
  id: string;
  label: string;
  key_instructions: string;
}

const FILES = 'files';

interface StartFormProps {
  tools: readonly Tool[];
  onSending: (isSending: boolean) => void;
}

/** The tool with its key, or its exports. */
export function StartForm({ tools, onSending }: StartFormProps) {
  const [chosen, setChosen] = useState(() => (hasHandedFile() ? FILES : (tools[0]?.id ?? FILES)));
  const tool = tools.find(({ id }) => id === chosen);
  const choices = [
    ...tools.map(({ id, label }) => ({ id, label, note: t('by_key_text') })),
    { id: FILES, label: t('by_file'), note: t('by_file_text') },
  ];
  return (
    <div className="flex flex-col gap-4 max-w-[560px]">
      <fieldset className="flex flex-col gap-2 m-0 p-0 border-0">
        <legend className="mb-2 font-medium">{t('choose')}</legend>
        {choices.map(({ id, label, note }) => (
          <OptionCard
            key={id}
            kind="radio"
            name="tool"
            label={label}
            note={note}
            checked={id === chosen}
            onChange={() => setChosen(id)}
          />
        ))}
      </fieldset>
      {tool ? <KeyForm key={tool.id} tool={tool} /> : <FileForm onSending={onSending} />}
    </div>
  );
}

function KeyForm({ tool }: { tool: Tool }) {
  const [key, setKey] = useState('');
  const start = useMutation(mutationOptions(toolImportsEndpoints.createToolImport));
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (key.trim() !== '') start.mutate({ body: { tool: tool.id, api_key: key } });
      }}
    >
      <PasswordInput
        label={t('key')}
        description={sayWords(tool.key_instructions)}
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
