import type { Campaign } from '@overture/contract/campaigns';
import { sequenceWritingEndpoints } from '@overture/contract/sequence-writing';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage, refetch } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { showCampaign, useWorkingCopy } from '../flow-canvas/index.ts';
import { type Card, canUse, newestOf, type StoredTexts, storeCard } from './cards.ts';
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

  /** Answers how the step goes back to what it said. */
  async function saveCard(card: Card): Promise<StoredText | undefined> {
    const { subject_line = '', message = '' } = newestOf(card) ?? {};
    const seen = findSeen(card, campaign);
    const outcome = await store({ step_id: card.step.id, subject_line, message, version: seen.version, seen });
    if (outcome.is === 'saved') {
      update(card.step.id, (one) => storeCard(one, outcome.stored));
      return { step_id: card.step.id, ...seen, version: outcome.stored.version, seen: outcome.stored };
    }
    // Theirs stays until a person chooses.
    if (outcome.is === 'changed') update(card.step.id, (one) => ({ ...one, theirs: outcome.theirs, is_used: false }));
    else toast.error(errorMessage(outcome.error, t('save_failed')));
    return undefined;
  }

  async function save(cards: readonly Card[]) {
    setSaving(true);
    // A step that is saved again goes back to what it said before the first time.
    const undos = new Map(saved.map((text) => [text.step_id, text]));
    let isWhole = true;
    for (const card of cards.filter(canUse)) {
      const text = await saveCard(card);
      if (text === undefined) isWhole = false;
      else undos.set(card.step.id, withFormer(text, undos.get(card.step.id)));
    }
    setSaving(false);
    const done = [...undos.values()];
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

function withFormer(text: StoredText, first: StoredText | undefined): StoredText {
  if (first === undefined) return text;
  const { subject_line, message, formatted_texts = null } = first;
  return { ...text, subject_line, message, formatted_texts };
}

/** What the user saw in the place of a message: a colleague's newer text, what was put there here, or what the flow said. */
function findSeen({ step, theirs, stored }: Card, { steps }: Campaign): StoredTexts {
  return theirs ?? stored ?? { ...textsOf(steps.find(({ id }) => id === step.id) ?? {}), version: step.version };
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
