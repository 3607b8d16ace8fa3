import { Switch } from '@mantine/core';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { VARIANTS } from '@overture/domain/flow/flow';
import { type StepType, stepKind } from '@overture/domain/flow/step-types';
import { tokenIds } from '@overture/domain/message/tokens';
import { isBlank } from '@overture/domain/text/text';
import type { LexicalEditor } from 'lexical';
import { type RefObject, useRef, useState } from 'react';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { FoldedSection } from './folded-section.tsx';
import { SignatureMenu, UnsubscribeMenu } from './insert-tools.tsx';
import { RichField } from './rich/rich-field.tsx';
import { SnippetButton } from './snippet-button.tsx';
import { findTextProblem, listDraftVariants, type StepDraft, type TextField, VARIANT_FIELDS } from './step-draft.ts';
import { t } from './texts.ts';
import { TokenField } from './tokens/token-field.tsx';
import { VariableMenu } from './variable-menu.tsx';
import { VariantTabs } from './variants/variant-tabs.tsx';

interface MessageToolsProps {
  type: StepType;
  campaignId: number;
  editor: RefObject<LexicalEditor | null>;
}

/** The toolbar of a message: what can be put into it. LinkedIn carries plain words: no links under words, no signatures. */
function MessageTools({ type, campaignId, editor }: MessageToolsProps) {
  const isMail = stepKind(type).channel === 'email';
  return (
    <>
      <VariableMenu editor={editor} label={t('insert_variable')} />
      <SnippetButton editor={editor} campaignId={campaignId} />
      {isMail ? (
        <>
          <SignatureMenu editor={editor} />
          <UnsubscribeMenu editor={editor} campaignId={campaignId} />
        </>
      ) : null}
    </>
  );
}

interface MessageFieldsProps {
  campaignId: number;
  type: StepType;
  draft: StepDraft;
  /** Of the email whose thread a follow-up without its own subject continues; null for other steps. */
  continuedSubject: string | null;
  /** A new key resets the fields to the draft's texts. */
  revision: number;
  isEditable: boolean;
  variant: Variant;
  onVariant: (variant: Variant) => void;
  /** Takes the new value of some fields; the others stay as they are by then. */
  onChange: (change: Partial<StepDraft>) => void;
}

/** Subject, message and fallback of a step, in up to six variants; each channel has its own of these. */
export function MessageFields(props: MessageFieldsProps) {
  const { draft, variant, isEditable } = props;
  const shown = listDraftVariants(draft).includes(variant) ? variant : 'a';
  return (
    <div className="flex flex-col gap-4">
      {draft.is_ab ? <VariantTabs {...props} variant={shown} /> : null}
      <VariantFields key={`${shown}${props.revision}`} {...props} variant={shown} />
      <AbSwitch draft={draft} isEditable={isEditable} onChange={props.onChange} onVariant={props.onVariant} />
    </div>
  );
}

function VariantFields({
  campaignId,
  type,
  draft,
  continuedSubject,
  isEditable,
  variant,
  onChange,
}: Omit<MessageFieldsProps, 'revision'>) {
  const names = VARIANT_FIELDS[variant];
  const subject = useRef<LexicalEditor | null>(null);
  const change = (field: TextField) => (text: string) => onChange({ [field]: text });
  return (
    <>
      {stepKind(type).takes_subject ? (
        <TokenField
          label={t('subject')}
          placeholder={subjectPlaceholder(draft, variant, continuedSubject)}
          value={draft[names.subject]}
          field="subject"
          isEditable={isEditable}
          onChange={change(names.subject)}
          onReady={(editor) => {
            subject.current = editor;
          }}
          tools={<VariableMenu editor={subject} label={t('insert_variable_subject')} />}
          hint={continuedSubject === null ? undefined : threadHint(draft, variant)}
        />
      ) : null}
      <BodyField
        campaignId={campaignId}
        type={type}
        draft={draft}
        isEditable={isEditable}
        variant={variant}
        onChange={onChange}
      />
      {isEditable && tokenIds(draft[names.message], 'snippet').length > 0 && draft[names.fallback].trim() === '' ? (
        <p className="text-ink-3 text-meta">{t('snippet_no_fallback')}</p>
      ) : null}
      <FallbackField
        type={type}
        value={draft[names.fallback]}
        isEditable={isEditable}
        onChange={change(names.fallback)}
      />
    </>
  );
}

type BodyFieldProps = Pick<MessageFieldsProps, 'campaignId' | 'type' | 'draft' | 'isEditable' | 'variant' | 'onChange'>;

/** The message: formatted in an email, words on LinkedIn. */
function BodyField({ campaignId, type, draft, isEditable, variant, onChange }: BodyFieldProps) {
  const names = VARIANT_FIELDS[variant];
  const isNote = type === 'LINKEDIN_INVITE';
  const editor = useRef<LexicalEditor | null>(null);
  const shared = {
    label: isNote ? t('note') : t('message'),
    placeholder: isNote ? t('note_placeholder') : t('message_placeholder'),
    isEditable,
    onReady: (ready: LexicalEditor) => {
      editor.current = ready;
    },
    tools: <MessageTools type={type} campaignId={campaignId} editor={editor} />,
  };
  if (type !== 'EMAIL') {
    return (
      <TokenField
        {...shared}
        value={draft[names.message]}
        field={stepKind(type).body}
        onChange={(text) => onChange({ [names.message]: text })}
      />
    );
  }
  return (
    <RichField
      {...shared}
      message={draft[names.message]}
      formatted={draft[names.formatted]}
      onChange={({ message, formatted }) =>
        onChange({
          ...(message === undefined ? {} : { [names.message]: message }),
          ...(formatted === undefined ? {} : { [names.formatted]: formatted }),
        })
      }
    />
  );
}

/** An empty subject of another variant is A's; A's, in a follow-up, is that of the email before. */
function subjectPlaceholder(draft: StepDraft, variant: Variant, continued: string | null): string {
  if (variant !== 'a' && !isBlank(draft.subject_line))
    return t('subject_b_hint', { variant: t(`variant_in_${variant}`) });
  return continued === null ? t('subject_placeholder') : t('subject_reply', { subject: continued });
}

function threadHint(draft: StepDraft, variant: Variant): string | undefined {
  if (variant !== 'a' && !isBlank(draft.subject_line)) return undefined;
  return t(isBlank(draft[VARIANT_FIELDS[variant].subject]) ? 'subject_is_reply' : 'subject_may_reply');
}

interface FallbackFieldProps {
  type: StepType;
  value: string;
  isEditable: boolean;
  onChange: (text: string) => void;
}

/** Collapsed until it is needed; says what it is for. */
function FallbackField(props: FallbackFieldProps) {
  const isWritten = props.value.trim() !== '';
  const [isWanted, setWanted] = useState(isWritten);
  // Too long or wrong it keeps the step from being saved: that has to be seen.
  const isOpen = isWanted || findTextProblem(props.value, stepKind(props.type).body) !== null;
  const editor = useRef<LexicalEditor | null>(null);
  return (
    <FoldedSection
      title={t('fallback')}
      note={
        isWritten && !isOpen ? (
          <span className="ms-auto text-ink-3 text-meta font-normal">{t('fallback_used')}</span>
        ) : null
      }
      isOpen={isOpen}
      onToggle={() => setWanted(!isOpen)}
    >
      <p className="text-ink-3 text-meta">
        {props.type === 'LINKEDIN_INVITE' ? t('fallback_note_text') : t('fallback_text')}
      </p>
      <TokenField
        label={t('fallback')}
        isLabelHidden
        placeholder={t('fallback_placeholder')}
        value={props.value}
        field={stepKind(props.type).body}
        isEditable={props.isEditable}
        onChange={props.onChange}
        onReady={(ready) => {
          editor.current = ready;
        }}
        tools={<VariableMenu editor={editor} label={t('insert_variable_fallback')} />}
      />
    </FoldedSection>
  );
}

/** Only A has a text. */
const NO_OTHER_TEXTS: Partial<StepDraft> = Object.fromEntries(
  VARIANTS.filter((one) => one !== 'a').flatMap((one) =>
    Object.values(VARIANT_FIELDS[one]).map((field) => [field, '']),
  ),
);

function AbSwitch({
  draft,
  isEditable,
  onChange,
  onVariant,
}: Omit<MessageFieldsProps, 'campaignId' | 'type' | 'variant' | 'revision' | 'continuedSubject'>) {
  const [isAsking, setAsking] = useState(false);
  const hasB = listDraftVariants({ is_ab: true, more: draft.more }).some(
    (one) => one !== 'a' && Object.values(VARIANT_FIELDS[one]).some((field) => !isBlank(draft[field])),
  );
  function switchOff() {
    setAsking(false);
    onVariant('a');
    onChange({ is_ab: false, more: [], ...NO_OTHER_TEXTS });
  }
  function toggle(isOn: boolean) {
    if (isOn) {
      onChange({ is_ab: true });
      onVariant('b');
    } else if (hasB) setAsking(true);
    else switchOff();
  }
  return (
    <>
      <Switch
        size="sm"
        label={t('ab')}
        description={t(draft.more.length === 0 ? 'ab_text' : 'ab_text_more')}
        checked={draft.is_ab}
        disabled={!isEditable}
        onChange={(event) => toggle(event.currentTarget.checked)}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('ab_off_title')}
        confirmLabel={t('ab_off')}
        onConfirm={switchOff}
      >
        {t('ab_off_text')}
      </ConfirmDialog>
    </>
  );
}
