import { TextInput } from '@mantine/core';
import { leadFinderEndpoints } from '@overture/contract/lead-finder';
import { SENTENCE_SEARCH } from '@overture/domain/finder/sentence-search';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, mutationOptions } from '../../lib/api/api-client.ts';
import { Form } from '../../ui/forms/form.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

interface SentenceFieldProps {
  /** Filters as a preview would remember them. */
  onRead: (filters: unknown) => void;
}

const fewest = 3;

/** A sentence that becomes filters: they are counted, and a person changes and applies them. */
export function SentenceField({ onRead }: SentenceFieldProps) {
  const [sentence, setSentence] = useState('');
  const read = useMutation({
    ...mutationOptions(leadFinderEndpoints.parseFinderSentence),
    onSuccess: ({ filters }) => onRead(filters),
  });
  const isShort = sentence.trim().length < fewest;
  const submit = () => !isShort && !read.isPending && read.mutate({ body: { sentence: sentence.trim() } });
  return (
    <div className="flex flex-col gap-2 py-3 pe-3 ps-6 border-b border-line">
      <Form onSubmit={submit}>
        <div className="flex flex-col items-start gap-2">
          <TextInput
            className="w-full"
            label={t('sentence')}
            placeholder={t('sentence_placeholder')}
            value={sentence}
            maxLength={SENTENCE_SEARCH.characters}
            autoComplete="off"
            size="sm"
            onChange={(event) => setSentence(event.currentTarget.value)}
          />
          <AppButton
            type="submit"
            size="small"
            icon={<IconSparkles size={15} aria-hidden />}
            disabled={isShort}
            loading={read.isPending}
          >
            {t('sentence_submit')}
          </AppButton>
        </div>
      </Form>
      <div role="status" className="text-table empty:hidden">
        {read.error ? <p className="m-0 text-red">{errorMessage(read.error, t('sentence_failed'))}</p> : null}
        {read.data ? <Notes filters={read.data.filters} notes={read.data.notes} /> : null}
      </div>
    </div>
  );
}

function Notes({ filters, notes }: { filters: object; notes: readonly string[] }) {
  return (
    <>
      <p className="m-0 text-ink-2">{t(Object.keys(filters).length === 0 ? 'sentence_nothing' : 'sentence_read')}</p>
      {notes.length === 0 ? null : (
        <ul className="m-0 mt-1 ps-4 text-ink-3">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}
