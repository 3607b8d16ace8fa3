import type { Campaign } from '@overture/contract/campaigns';
import {
  type PlannedStep,
  type SequenceAngle,
  type SequenceChange,
  sequenceWritingEndpoints,
} from '@overture/contract/sequence-writing';
import type { SequenceLength } from '@overture/domain/campaign/sequence-limits';
import type { Language, Tone } from '@overture/domain/message/languages';
import { useEffect, useRef, useState } from 'react';
import { ApiError, callUntil, errorMessage } from '../../lib/api/api-client.ts';
import { useCopyFlag } from '../flow-canvas/index.ts';
import { addWritten, type Card, makeCard, newestOf } from './cards.ts';
import { t } from './texts.ts';

export interface Brief {
  goal: string;
  language: Language;
  tone_of_voice: Tone;
  length: SequenceLength;
}

/** Failures that the next message would meet as well. */
const ENDS_ALL: ReadonlySet<string> = new Set([
  'not_enough_credits',
  'credit_cap_reached',
  'subscription_required',
  'not_configured',
  'rate_limited',
  'campaign_locked',
  'offline',
]);

/** The messages that are being written, one after the other. */
export function useSequence(campaign: Campaign, brief: Brief) {
  const { cards, latest, setAll, update } = useCards();
  const running = useRef<AbortController | undefined>(undefined);
  const flag = useCopyFlag();
  // Closing the dialog stops what is written for it.
  useEffect(() => () => running.current?.abort(), []);

  const listWritten = (except: number) =>
    latest.current.flatMap((card) => {
      const newest = newestOf(card);
      if (newest === undefined || card.step.id === except) return [];
      return [{ step_id: card.step.id, subject_line: newest.subject_line, message: newest.message }];
    });

  /** Whether the next message can be written. */
  async function writeOne(id: number, angle: SequenceAngle, change: SequenceChange | null, signal: AbortSignal) {
    update(id, (card) => ({ ...card, state: 'writing', error: null }));
    const newest = newestOf(latest.current.find((card) => card.step.id === id)!);
    const current = newest && { subject_line: newest.subject_line, message: newest.message };
    const { title, summary } = angle;
    const body = { ...brief, ...flag, angle: { title, summary }, change, current, written: listWritten(id) };
    try {
      const input = { params: { id: campaign.id, stepId: id }, body };
      const written = await callUntil(sequenceWritingEndpoints.writeSequenceMessage, input, signal);
      if (signal.aborted) return false;
      update(id, (card) => addWritten(card, written));
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      update(id, (card) => ({ ...card, state: 'failed', error: errorMessage(error, t('write_failed')) }));
      return !(error instanceof ApiError && ENDS_ALL.has(error.code));
    }
  }
  async function write(ids: readonly number[], angle: SequenceAngle, change: SequenceChange | null = null) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    for (const id of ids) update(id, (card) => ({ ...card, state: 'waiting', error: null }));
    for (const id of ids) if (!(await writeOne(id, angle, change, controller.signal))) break;
    for (const card of latest.current)
      if (card.state === 'waiting' || card.state === 'writing') update(card.step.id, settleStopped);
  }
  return {
    cards,
    update,
    isWriting: cards.some(({ state }) => state === 'writing' || state === 'waiting'),
    /** Begins with the steps chosen; what was written before is gone. */
    begin(steps: readonly PlannedStep[], angle: SequenceAngle) {
      setAll(steps.map(makeCard));
      void write(
        steps.map(({ id }) => id),
        angle,
      );
    },
    write: (ids: readonly number[], angle: SequenceAngle, change?: SequenceChange) => void write(ids, angle, change),
    stop: () => running.current?.abort(),
  };
}

/** The cards, and the newest ones for what runs between two renderings. */
function useCards() {
  const [cards, setCards] = useState<readonly Card[]>([]);
  const latest = useRef(cards);
  function setAll(next: readonly Card[]) {
    latest.current = next;
    setCards(next);
  }
  const update = (id: number, change: (card: Card) => Card) =>
    setAll(latest.current.map((card) => (card.step.id === id ? change(card) : card)));
  return { cards, latest, setAll, update };
}

/** A message that had a text keeps it. */
function settleStopped(card: Card): Card {
  return { ...card, state: card.versions.length > 0 ? 'written' : 'stopped' };
}
