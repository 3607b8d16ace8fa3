import { type StepType, stepKind } from '@overture/domain/flow/step-types';
import type { LexicalEditor } from 'lexical';
import type { RefObject } from 'react';
import { LinkButton, SignatureMenu, UnsubscribeButton, VariableMenu } from './insert-tools.tsx';
import { SnippetButton } from './snippet-button.tsx';
import { t } from './texts.ts';

interface MessageToolsProps {
  type: StepType;
  campaignId: number;
  editor: RefObject<LexicalEditor | null>;
}

/** The toolbar of a message: what can be put into it. LinkedIn carries plain words: no links under words, no signatures. */
export function MessageTools({ type, campaignId, editor }: MessageToolsProps) {
  const isMail = stepKind(type).channel === 'email';
  return (
    <>
      <VariableMenu editor={editor} label={t('insert_variable')} />
      <SnippetButton editor={editor} campaignId={campaignId} />
      {isMail ? (
        <>
          <LinkButton editor={editor} />
          <SignatureMenu editor={editor} />
          <UnsubscribeButton editor={editor} campaignId={campaignId} />
        </>
      ) : null}
    </>
  );
}
