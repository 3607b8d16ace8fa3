import { LexicalComposer } from '@lexical/react/LexicalComposer';
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { ContentEditable } from '@lexical/react/LexicalContentEditable';
import { LexicalErrorBoundary } from '@lexical/react/LexicalErrorBoundary';
import { HistoryPlugin } from '@lexical/react/LexicalHistoryPlugin';
import { OnChangePlugin } from '@lexical/react/LexicalOnChangePlugin';
import { PlainTextPlugin } from '@lexical/react/LexicalPlainTextPlugin';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import { countCharacters } from '@overture/domain/message/message-length';
import { parseTemplate } from '@overture/domain/message/resolve';
import { countOutcomes } from '@overture/domain/message/template/outcomes';
import type { EditorState, EditorThemeClasses, Klass, LexicalEditor, LexicalNode } from 'lexical';
import { type ReactNode, Suspense, useEffect, useId } from 'react';
import { formatNumber } from '../../../lib/format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import classes from '../message-editor.module.css';
import { findTextProblem } from '../step-draft.ts';
import { t } from '../texts.ts';
import { BranchEditorContext, type BranchEditorProps } from './branch-editor.ts';
import { $readMessage, $writeMessage } from './editor-text.ts';
import { useKnownKeys } from './known-keys.ts';
import { NameList } from './name-list.tsx';
import { TokenBehaviour } from './token-behaviour.tsx';
import { TokenNode } from './token-node.tsx';

const MarkedWords = lazyPart(() => import('./marked-words.tsx').then((file) => ({ default: file.MarkedWords })));

interface TokenFieldProps {
  label: string;
  isLabelHidden?: boolean;
  placeholder: string;
  /** Initial value; a new key resets the field. */
  value: string;
  field: 'message' | 'subject' | 'invite_note';
  isEditable: boolean;
  onChange: (text: string) => void;
  onReady: (editor: LexicalEditor) => void;
  /** Below the text: what can be inserted. */
  tools?: ReactNode;
  hint?: string | undefined;
  /** How its words are edited; as plain text when left out. */
  surface?: EditorSurface | undefined;
}

/** The part of a field that formatted text has of its own. */
interface EditorSurface {
  nodes: readonly Klass<LexicalNode>[];
  theme: EditorThemeClasses;
  $write: () => void;
  onState: (state: EditorState) => void;
  Plugin: typeof PlainTextPlugin;
  /** Above the text. */
  bar: ReactNode;
  behaviour: ReactNode;
}

/** Height of a field grows with its limit, up to six lines of 25 px. */
function minHeight(field: TokenFieldProps['field']): number {
  return Math.min(6, Math.ceil(CHARACTER_LIMITS[field] / 50)) * 25;
}

/** Text with variables as atoms, a counter and a limit. Reports its wire form after every change. */
export function TokenField(props: TokenFieldProps) {
  const { label, field, value } = props;
  const labelId = useId();
  const problem = findTextProblem(value, field, useKnownKeys())?.text ?? null;
  const outcomes = countOutcomes(parseTemplate(value).nodes);
  const counts = { count: formatNumber(countCharacters(value)), limit: formatNumber(CHARACTER_LIMITS[field]) };
  return (
    <div className="flex flex-col gap-1.25 min-w-0">
      <div className={`${classes.fieldHead} flex items-baseline justify-between gap-2`}>
        <span id={labelId} className={props.isLabelHidden ? 'visually-hidden' : 'text-table font-medium'}>
          {label}
        </span>
        {props.isEditable ? (
          <span
            className={`${classes.count} number`}
            data-problem={problem !== null || undefined}
            title={t('count_label', counts)}
          >
            {outcomes > 1 ? `${t('outcomes', { count: formatNumber(outcomes) })} · ` : null}
            {t('count', counts)}
          </span>
        ) : null}
      </div>
      <div
        className={classes.box}
        data-problem={problem !== null || undefined}
        data-locked={!props.isEditable || undefined}
      >
        {props.isEditable ? props.surface?.bar : null}
        <FieldEditor {...props} labelId={labelId} height={minHeight(field)} />
        {props.isEditable ? <div className="flex flex-wrap pt-0 px-1.25 pb-1">{props.tools}</div> : null}
      </div>
      {problem ? (
        <p role="alert" className="text-red text-meta">
          {problem}
        </p>
      ) : props.hint ? (
        <p className="text-ink-3 text-meta">{props.hint}</p>
      ) : null}
    </div>
  );
}

/** The field of a text inside a block. */
function BranchEditor({ labelId, value, placeholder, onChange }: BranchEditorProps) {
  return (
    <FieldEditor
      labelId={labelId}
      placeholder={placeholder}
      value={value}
      field="message"
      height={50}
      isEditable
      isInForm
      onChange={onChange}
      onReady={() => {}}
    />
  );
}

type FieldEditorProps = Omit<TokenFieldProps, 'label'> & {
  labelId: string;
  height: number;
  /** In a form over the panel: Escape is the form's. */
  isInForm?: boolean;
};

function FieldEditor(props: FieldEditorProps) {
  const { surface } = props;
  const Plugin = surface?.Plugin ?? PlainTextPlugin;
  const config = {
    namespace: 'message',
    nodes: [TokenNode, ...(surface?.nodes ?? [])],
    theme: surface?.theme ?? {},
    editable: props.isEditable,
    editorState: surface?.$write ?? (() => $writeMessage(props.value)),
    onError: (error: Error) => {
      throw error;
    },
  };
  return (
    <BranchEditorContext value={BranchEditor}>
      <LexicalComposer initialConfig={config}>
        <div className="relative">
          <Plugin
            contentEditable={
              <ContentEditable
                className={`${classes.content} max-h-[420px] py-2 px-3 overflow-y-auto leading-6.25 wrap-anywhere whitespace-pre-wrap outline-none [&::highlight(sales-talk)]:underline [&::highlight(sales-talk)]:decoration-amber [&::highlight(sales-talk)]:decoration-wavy`}
                style={{ minHeight: props.height }}
                data-mantine-stop-propagation={props.isInForm ? 'true' : undefined}
                ariaLabelledBy={props.labelId}
                ariaMultiline={props.field !== 'subject'}
                spellCheck
              />
            }
            placeholder={
              <span className="overflow-hidden text-ellipsis whitespace-nowrap absolute top-2 end-3 start-3 text-ink-3 leading-6.25 pointer-events-none">
                {props.placeholder}
              </span>
            }
            ErrorBoundary={LexicalErrorBoundary}
          />
        </div>
        <HistoryPlugin />
        <OnChangePlugin
          ignoreSelectionChange
          ignoreHistoryMergeTagChange
          onChange={surface?.onState ?? ((state) => props.onChange(state.read($readMessage)))}
        />
        {props.isEditable ? <NameList /> : null}
        <Suspense fallback={null}>{props.isEditable ? <MarkedWords /> : null}</Suspense>
        {surface?.behaviour}
        <TokenBehaviour isSingleLine={props.field === 'subject'} />
        <EditorHandle isEditable={props.isEditable} onReady={props.onReady} />
      </LexicalComposer>
    </BranchEditorContext>
  );
}

function EditorHandle({ isEditable, onReady }: { isEditable: boolean; onReady: (editor: LexicalEditor) => void }) {
  const [editor] = useLexicalComposerContext();
  useEffect(() => editor.setEditable(isEditable), [editor, isEditable]);
  // The owner keeps the editor in a ref: which function takes it does not matter after the first time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once per editor.
  useEffect(() => onReady(editor), [editor]);
  return null;
}
