import type { Campaign, Step } from '@overture/contract/campaigns';
import { sequenceWritingEndpoints } from '@overture/contract/sequence-writing';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, refetch } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { showCampaign, useWorkingCopy } from '../flow-canvas/index.ts';
import { type Card, canUse } from './cards.ts';
import { type Outcome, type StoredText, storeText, textsOf } from './save-sequence.ts';
import { t } from './texts.ts';

interface SavingOptions {
  /** The campaign as it was when writing began: what the user saw. */
  campaign: Campaign;
  update: (id: number, change: (card: Card) => Card) => void;
  onDone: () => void;
}

/** Puts the messages into the flow one by one: a step that a colleague changed asks, the others are saved. */
export function useSaving({ campaign, update, onDone }: SavingOptions) {
  const client = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [saved, setSaved] = useState<readonly StoredText[]>([]);
  const { store, undo } = useStore(campaign.id);

  async function saveCard(card: Card): Promise<StoredText | undefined> {
    const before = campaign.steps.find(({ id }) => id === card.step.id);
    const text = toStored(card, before);
    const outcome = await store(text);
    if (outcome.is === 'saved') {
      update(card.step.id, (one) => ({ ...one, theirs: null, is_used: false }));
      const { subject_line, message } = text;
      const formatted_texts = before?.formatted_texts ?? null;
      return { ...text, ...text.seen, version: outcome.version, seen: { subject_line, message }, formatted_texts };
    }
    if (outcome.is === 'changed') update(card.step.id, (one) => ({ ...one, theirs: outcome.theirs }));
    else toast.error(errorMessage(outcome.error, t('save_failed')));
    return undefined;
  }

  async function save(cards: readonly Card[]) {
    setSaving(true);
    const done = [...saved];
    let isWhole = true;
    for (const card of cards.filter(canUse)) {
      const stored = await saveCard(card);
      if (stored) done.push(stored);
      else isWhole = false;
    }
    setSaving(false);
    setSaved(done);
    void refetch(client, sequenceWritingEndpoints.getSequencePlan);
    if (!isWhole) return;
    const action = { label: t('saved_undo'), onSelect: () => void undo(done) };
    toast.success(t('saved', { count: done.length }), { action, duration: UNDO_IN_MS });
    onDone();
  }
  return { isSaving, save };
}

const UNDO_IN_MS = 15_000;

/** A message as it is saved, and what the user saw in its place. */
function toStored({ step, theirs, versions }: Card, before: Step | undefined): StoredText {
  const { subject_line = '', message = '' } = versions.at(-1) ?? {};
  const seen = theirs ?? (before ? textsOf(before) : { subject_line: '', message: '' });
  return { step_id: step.id, subject_line, message, version: theirs?.version ?? step.version, seen };
}

/** Writes texts into the draft or the working copy, and shows what is stored. */
function useStore(campaignId: number) {
  const client = useQueryClient();
  const copy = useWorkingCopy();
  async function store(text: StoredText): Promise<Outcome> {
    const outcome = await storeText(copy, campaignId, text);
    // The working copy shows what it stored.
    if (outcome.is === 'saved' && !copy) showCampaign(client, outcome.campaign);
    return outcome;
  }
  /** The former texts, except in steps that were changed since. */
  async function undo(texts: readonly StoredText[]) {
    let kept = 0;
    for (const text of texts) if ((await store(text)).is !== 'saved') kept += 1;
    if (kept > 0) toast.error(t('not_undone', { count: kept }));
    else toast.success(t('undone'));
  }
  return { store, undo };
}
