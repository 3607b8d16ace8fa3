import { Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { leadName } from '../../leads/index.ts';
import { t } from '../texts.ts';
import { discardDraft, generateReply } from '../use-inbox-keys.ts';
import type { AfterSending, ComposerProps, useComposer } from './use-composer.ts';

/** Where a message is written: 60 to 300 px. */
const inputClasses = {
  input: 'min-h-15 max-h-[300px] py-2.25 px-3 overflow-y-auto leading-[1.45] field-sizing-content',
};

const isAtLineStart = ({ value, selectionStart }: HTMLTextAreaElement): boolean =>
  selectionStart === 0 || value[selectionStart - 1] === '\n';

const DRAFT_KEYS = new Map([
  ['KeyG', generateReply],
  ['KeyD', discardDraft],
]);

function afterKeys({ altKey, shiftKey }: KeyboardEvent): AfterSending {
  if (altKey) return 'archive';
  return shiftKey ? 'next' : 'stay';
}

interface ComposerFieldProps extends Pick<ComposerProps, 'prospect' | 'textRef'> {
  draft: string;
  composer: ReturnType<typeof useComposer>;
}

/** Ctrl-Enter sends, with Shift opens the next, with Alt archives too, Alt-G generates a reply, Alt-D discards the draft; / on an empty line opens the saved replies. */
export function ComposerField({ prospect, draft, textRef, composer }: ComposerFieldProps) {
  const name = leadName(prospect);
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // By its place on the keyboard: with Alt the letter is another one on some.
    const draftKey = event.altKey ? DRAFT_KEYS.get(event.code) : undefined;
    if (draftKey?.()) event.preventDefault();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      composer.submit({ after: afterKeys(event) });
    }
    if (event.key === '/' && isAtLineStart(event.currentTarget)) {
      event.preventDefault();
      composer.setDialog('replies');
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      event.currentTarget.blur();
    }
  }
  return (
    <Textarea
      ref={textRef}
      aria-label={t(composer.forward ? 'forward_note' : 'composer', { name })}
      placeholder={t(composer.forward ? 'forward_placeholder' : 'placeholder', { name })}
      value={draft}
      readOnly={composer.sending.isPending}
      classNames={inputClasses}
      error={composer.problem}
      onChange={(event) => composer.write(event.currentTarget.value)}
      onBlur={composer.stopAnswering}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const pasted = [...event.clipboardData.files];
        if (pasted.length > 0) event.preventDefault();
        void composer.files.add(pasted);
      }}
    />
  );
}
