import { IconSparkles } from '@tabler/icons-react';
import type { LexicalEditor } from 'lexical';
import { type RefObject, Suspense, useState } from 'react';
import { useUser } from '../../lib/api/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import classes from './message-editor.module.css';
import { t } from './texts.ts';
import { insertSegments } from './tokens/editor-text.ts';

const SnippetsDialog = lazyPart(async () => {
  const { SnippetsDialog: dialog } = await import('../ai-snippets/index.ts');
  return { default: dialog };
});

/** Opens the snippets; the chosen one is put where the caret was. Hidden where snippets are switched off. */
export function SnippetButton({ editor, campaignId }: { editor: RefObject<LexicalEditor | null>; campaignId: number }) {
  const [isOpen, setOpen] = useState(false);
  if (!useUser().organization.branding_settings.ai_snippets_enabled) return null;
  return (
    <>
      <button
        type="button"
        className={classes.tool}
        aria-label={t('insert_snippet')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <IconSparkles size={15} aria-hidden />
        {t('snippet')}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SnippetsDialog
            campaignId={campaignId}
            onClose={() => setOpen(false)}
            onInsert={({ id, name }) => {
              setOpen(false);
              if (editor.current) insertSegments(editor.current, [{ kind: 'snippet', id, name }]);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
