import { Select, Textarea } from '@mantine/core';
import { campaignStepsEndpoints } from '@overture/contract/campaign-steps';
import { type Organization, organizationEndpoints } from '@overture/contract/organization';
import { revisionsEndpoints } from '@overture/contract/revisions';
import { canEditKnowledgeBase } from '@overture/domain/access/permissions';
import { TEXT_LIMITS } from '@overture/domain/limits';
import {
  DEFAULT_LANGUAGE,
  DEFAULT_TONE,
  LANGUAGES,
  type Language,
  TONES,
  type Tone,
} from '@overture/domain/message/languages';
import { isBlank } from '@overture/domain/text/text';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage, queryKey, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { useUser } from '../../../lib/api/session.ts';
import { useEditConflict } from '../../../lib/edits/use-edit-conflict.tsx';
import { messageLanguageLabel } from '../../../lib/labels/inbox/message-language.ts';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { useDiscardGuard } from '../../../ui/forms/discard-guard.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { Dialog } from '../../../ui/overlays/overlay.tsx';
import { useWorkingCopy } from '../../flow-canvas/index.ts';
import classes from '../message-editor.module.css';
import { t } from '../texts.ts';

export interface WrittenDraft {
  subject_line: string;
  message: string;
}

interface DraftDialogProps {
  campaignId: number;
  stepId: number;
  /** True when choosing a draft would write over something. */
  isOverwriting: boolean;
  onSelect: (draft: WrittenDraft) => void;
  onClose: () => void;
}

/** Of the draft of a campaign, or of the working copy of one that runs. */
function useDraftCall(id: number, stepId: number) {
  const isCopy = useWorkingCopy() !== undefined;
  return (body: { language: Language; tone_of_voice: Tone }) => {
    const asked = { params: { id, stepId }, body };
    return isCopy
      ? call(revisionsEndpoints.draftRevisionMessage, asked)
      : call(campaignStepsEndpoints.draftMessage, asked);
  };
}

/** Asks for language and tone, shows what came of it, and hands it over only when it is chosen. */
export function DraftDialog({ campaignId, stepId, isOverwriting, onSelect, onClose }: DraftDialogProps) {
  const [language, setLanguage] = useState<Language>(DEFAULT_LANGUAGE);
  const [tone, setTone] = useState<Tone>(DEFAULT_TONE);
  const offer = useOffer((version) => generate.mutate(version));
  const write = useDraftCall(campaignId, stepId);
  const generate = useMutation({
    mutationFn: async (version: number | undefined) => {
      await offer.save(version);
      return write({ language, tone_of_voice: tone });
    },
    onError: (error) => void offer.take(error),
  });
  const draft = generate.data;
  const guard = useDiscardGuard(offer.isChanged, onClose);
  return (
    <>
      <Dialog
        opened
        onClose={guard.close}
        title={t('draft_title')}
        footer={
          <>
            <AppButton
              kind={draft ? 'secondary' : 'primary'}
              loading={generate.isPending}
              onClick={() => generate.mutate(offer.version)}
            >
              {draft ? t('draft_again') : t('draft_generate')}
            </AppButton>
            {draft ? (
              <AppButton kind="primary" disabled={generate.isPending} onClick={() => onSelect(draft)}>
                {t('draft_select')}
              </AppButton>
            ) : null}
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <VoiceFields language={language} onLanguage={setLanguage} tone={tone} onTone={setTone} />
          <OfferField offer={offer} />
          {offer.conflict}
          {generate.isError ? (
            <p role="alert" className="text-red text-meta">
              {errorMessage(generate.error, t('draft_failed'))}
            </p>
          ) : null}
          {generate.isPending ? <Skeleton height={140} radius={8} /> : draft ? <ShownDraft draft={draft} /> : null}
          {draft && isOverwriting ? (
            <p className={classes.note} data-tone="amber" role="status">
              <IconAlertTriangle size={16} aria-hidden />
              {t('draft_overwrites')}
            </p>
          ) : null}
        </div>
      </Dialog>
      {guard.question}
    </>
  );
}

interface VoiceFieldsProps {
  language: Language;
  onLanguage: (language: Language) => void;
  tone: Tone;
  onTone: (tone: Tone) => void;
}

function VoiceFields({ language, onLanguage, tone, onTone }: VoiceFieldsProps) {
  return (
    <div className={classes.draftChoices}>
      <Select
        label={t('draft_language')}
        data={LANGUAGES.map((code) => ({ value: code, label: messageLanguageLabel(code) }))}
        value={language}
        allowDeselect={false}
        onChange={(code) => code && onLanguage(code as Language)}
      />
      <Select
        label={t('draft_tone')}
        data={TONES.map((name) => ({ value: name, label: t(`tone_${name}`) }))}
        value={tone}
        allowDeselect={false}
        onChange={(name) => name && onTone(name as Tone)}
      />
    </div>
  );
}

/** What the user offers, as typed. On a conflict with a teammate, `onAgain` continues from their version. */
function useOffer(onAgain: (version: number) => void) {
  const client = useQueryClient();
  const stored = useQuery(queryOptions(organizationEndpoints.getOrganization)).data?.data;
  const [text, setText] = useState('');
  const [version, setVersion] = useState<number>();
  const [savedText, setSavedText] = useState('');
  const conflict = useEditConflict<{ data: Organization }>({
    overlap: ({ data }) => {
      const theirs = data.product_description ?? '';
      return isBlank(theirs) || theirs === text ? [] : [{ label: t('draft_offer'), theirs, mine: text }];
    },
    keepMine: ({ data }) => onAgain(data.version),
    seeTheirs: ({ data }) => {
      client.setQueryData(queryKey(organizationEndpoints.getOrganization, {}), { data });
      setText('');
      return () => {
        setVersion(data.version);
        setText(text);
      };
    },
  });
  return {
    stored,
    text,
    version,
    isChanged: !isBlank(text) && text !== savedText,
    change(typed: string) {
      if (text === '') setVersion(stored?.version);
      setText(typed);
    },
    async save(seen: number | undefined) {
      if (isBlank(text)) return;
      const body = { product_description: text, version: seen };
      await call(organizationEndpoints.updateOrganization, { body });
      setSavedText(text);
      await refetch(client, organizationEndpoints.getOrganization);
    },
    take: conflict.take,
    conflict: conflict.dialog,
  };
}

/** Asked once: a draft needs to know what is offered. Kept in the organization's knowledge base. */
function OfferField({ offer: { stored, text, change } }: { offer: ReturnType<typeof useOffer> }) {
  const user = useUser();
  if (stored === undefined || (!isBlank(stored.product_description) && text === '')) return null;
  if (!canEditKnowledgeBase(user)) return <p className={classes.note}>{t('draft_offer_missing')}</p>;
  return (
    <Textarea
      label={t('draft_offer')}
      description={t('draft_offer_hint')}
      value={text}
      maxLength={TEXT_LIMITS.knowledge_base_field_max}
      autosize
      minRows={2}
      maxRows={6}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function ShownDraft({ draft }: { draft: WrittenDraft }) {
  return (
    <article
      className="overflow-hidden border border-line-strong rounded-card bg-surface data-stale:opacity-70"
      aria-label={t('draft_title')}
    >
      {draft.subject_line === '' ? null : (
        <header className="py-3 px-4 border-b border-line">
          <p className="font-semibold wrap-anywhere">{draft.subject_line}</p>
        </header>
      )}
      <p className="py-3 px-4 whitespace-pre-wrap wrap-anywhere">{draft.message}</p>
    </article>
  );
}
