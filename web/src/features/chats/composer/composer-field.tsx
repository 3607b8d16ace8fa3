import { Textarea } from '@mantine/core';
import { type KeyboardEvent, Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { untilLoaded } from '../../../ui/until-loaded.ts';
import { leadName } from '../../leads/index.ts';
import type { useFormatting } from '../formatting/use-formatting.ts';
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

// The plain field stays in its place until it is there.
const AnswerEditor = lazyPart(() =>
  untilLoaded(() => import('../formatting/answer-editor.tsx')).then((file) => ({ default: file.AnswerEditor })),
);

interface ComposerFieldProps extends Pick<ComposerProps, 'prospect' | 'textRef'> {
  draft: string;
  composer: ReturnType<typeof useComposer>;
  format: ReturnType<typeof useFormatting>;
}

/** Ctrl-Enter sends, with Shift opens the next, with Alt archives too, Alt-G generates a reply, Alt-D discards the draft; / on an empty line opens the saved replies. */
function handleKey(
  event: KeyboardEvent<HTMLElement>,
  composer: ReturnType<typeof useComposer>,
  isAtLineStart: () => boolean,
): boolean {
  // By its place on the keyboard: with Alt the letter is another one on some.
  const draftKey = event.altKey ? DRAFT_KEYS.get(event.code) : undefined;
  const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  const isSaved = event.key === '/' && isAtLineStart();
  if (isSend) composer.submit({ after: afterKeys(event) });
  if (isSaved) composer.setDialog('replies');
  const isTaken = isSend || isSaved || draftKey?.() === true;
  if (isTaken) event.preventDefault();
  if (event.key === 'Escape') {
    event.stopPropagation();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }
  return isTaken;
}

/** The text of a message: plain, or formatted where a user of mail wants it. */
export function ComposerField(props: ComposerFieldProps) {
  const { prospect, draft, textRef, composer, format } = props;
  const name = leadName(prospect);
  if (!format.isOn) return <PlainField {...props} />;
  // Words typed before the editor is there would end the formatting, and take images out of the text.
  return (
    <Suspense fallback={<PlainField {...props} isWaiting={format.formatted !== ''} />}>
      <AnswerEditor
        {...wordsOf(composer, name)}
        message={draft}
        formatted={format.formatted}
        problem={composer.problem}
        isReadOnly={composer.sending.isPending}
        textRef={textRef}
        onChange={({ message, formatted }) => composer.write(message, formatted)}
        onBlur={composer.stopAnswering}
        onKey={(event, isAtStart) => handleKey(event, composer, isAtStart)}
        onFiles={(files) => void composer.paste(files)}
        images={composer.files.images}
        takesFocus={composer.takesFocus}
      />
    </Suspense>
  );
}

function wordsOf({ forward }: ReturnType<typeof useComposer>, lead: string) {
  if (forward && !forward.as_reply) return { label: t('forward_note'), placeholder: t('forward_placeholder') };
  const name = forward ? forward.to.join(', ') : lead;
  return { label: t('composer', { name }), placeholder: t('placeholder', { name }) };
}

function PlainField({
  prospect,
  draft,
  textRef,
  composer,
  isWaiting = false,
}: ComposerFieldProps & { isWaiting?: boolean }) {
  const { label, placeholder } = wordsOf(composer, leadName(prospect));
  return (
    <Textarea
      ref={(element) => {
        textRef.current = element;
        // It is another element than before: without the focus, keys would be commands of the inbox.
        if (isWaiting && composer.takesFocus.current) element?.focus();
      }}
      aria-label={label}
      placeholder={placeholder}
      value={draft}
      readOnly={composer.sending.isPending || isWaiting}
      classNames={inputClasses}
      error={composer.problem}
      onChange={(event) => composer.write(event.currentTarget.value)}
      onBlur={composer.stopAnswering}
      onKeyDown={(event) => {
        const field = event.currentTarget;
        handleKey(event, composer, () => isAtLineStart(field));
      }}
      onPaste={(event) => {
        const pasted = [...event.clipboardData.files];
        if (pasted.length === 0) return;
        event.preventDefault();
        void composer.paste(pasted);
      }}
    />
  );
}
