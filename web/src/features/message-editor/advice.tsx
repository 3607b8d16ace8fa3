import type { Campaign, Step } from '@overture/contract/campaigns';
import { unsubscribeRuleEndpoints } from '@overture/contract/unsubscribe-rule';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { ancestorsOf, findNode } from '@overture/domain/flow/flow';
import { stepKind } from '@overture/domain/flow/step-types';
import { listUnlinked } from '@overture/domain/flow/unsubscribe-links';
import { scoreMessage } from '@overture/domain/message/advice/message-score';
import { applyScoreFix, type ScoreFix } from '@overture/domain/message/advice/score-fixes';
import type { Language } from '@overture/domain/message/languages';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useDeferredValue, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { queryOptions } from '../../lib/api/api-client.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { readFlow } from '../flow-canvas/index.ts';
import { ScoreView } from './score/score-view.tsx';
import { useFixes } from './score/use-fixes.ts';
import { listFormatted, type StepDraft, VARIANT_FIELDS } from './step-draft.ts';
import { t } from './texts.ts';
import { useKnownKeys } from './tokens/known-keys.ts';
import { rewriteTexts, translateTexts } from './translate-texts.ts';

interface MessageAdviceProps {
  campaign: Campaign;
  step: Step;
  editing: { draft: StepDraft; variant: Variant; replace: (texts: Partial<StepDraft>) => void };
  isShown: boolean;
}

/** The score of the text in the editor. Advice never locks; what stops a start is in red. */
export function MessageAdvice({ campaign, step, editing, isShown }: MessageAdviceProps) {
  const { draft, variant } = editing;
  const isFirst = useMemo(() => isFirstMail(campaign, step), [campaign, step]);
  const names = VARIANT_FIELDS[draft.is_ab ? variant : 'a'];
  const subject = useDeferredValue(draft[names.subject]);
  const message = useDeferredValue(draft[names.message]);
  const kind = stepKind(step.step_type);
  const unlinked = useUnlinked(step, draft);
  const known = useKnownKeys();
  const fixes = useFixes(pickTexts(draft, names), editing.replace);
  // Before anything is written there is nothing to say about it.
  if (!isShown || (subject.trim() === '' && message.trim() === '')) return null;
  const score = scoreMessage({
    channel: kind.channel,
    subject,
    message,
    takes_subject: kind.takes_subject,
    needs_message: kind.needs_message,
    is_first_mail: isFirst,
    attachments_in_bytes: step.attachment_total_size,
    unlinked,
    language: campaign.language,
    known,
  });
  // One button replaces all of them.
  const translated = score.losses.find(({ can_translate }) => can_translate)?.id;
  const isFormatted = draft[names.formatted] !== '';
  function fix(chosen: ScoreFix, button: HTMLElement | null) {
    flushSync(() => fixes.apply(pickTexts({ ...draft, ...fixTexts(draft, names, chosen, campaign.language) }, names)));
    focusText(button);
  }
  function replacePlaceholders(event: MouseEvent<HTMLButtonElement>) {
    const button = event.currentTarget;
    flushSync(() => editing.replace(translateTexts(draft, names)));
    focusText(button);
  }
  return (
    <ScoreView
      score={score}
      mayFix={(one) => !isFormatted || WORD_FIXES.has(one)}
      onFix={(chosen) => fix(chosen, document.activeElement as HTMLElement | null)}
      onUndo={fixes.undo}
      remedy={({ id }) =>
        id === translated ? (
          <AppButton size="small" onClick={replacePlaceholders}>
            {t('translate_placeholders')}
          </AppButton>
        ) : null
      }
    />
  );
}

/** The button may disappear with the text it replaced: the focus moves to the text. */
function focusText(button: HTMLElement | null) {
  button?.closest('[role="dialog"]')?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus();
}

/** Fixes of single words, which formatted text takes as well. */
const WORD_FIXES: ReadonlySet<ScoreFix> = new Set(['exclamations', 'capitals', 'spaces', 'variable']);

type Names = (typeof VARIANT_FIELDS)[Variant];
type Texts = Pick<StepDraft, Names['subject' | 'message' | 'formatted']>;

function pickTexts(draft: StepDraft, { subject, message, formatted }: Names): Texts {
  return { [subject]: draft[subject], [message]: draft[message], [formatted]: draft[formatted] } as Texts;
}

function fixTexts(draft: StepDraft, names: Names, fix: ScoreFix, language: Language): Partial<StepDraft> {
  if (WORD_FIXES.has(fix))
    return rewriteTexts(draft, names, (text) => applyScoreFix(fix, { subject: '', message: text }, language).message);
  const fixed = applyScoreFix(fix, { subject: draft[names.subject], message: draft[names.message] }, language);
  return { [names.subject]: fixed.subject, [names.message]: fixed.message };
}

/** Texts without the unsubscribe link that the organization requires; empty if not required or unknown. */
function useUnlinked(step: Step, draft: StepDraft): string[] {
  const isMail = step.step_type === 'EMAIL';
  const rule = useQuery({
    ...queryOptions(unsubscribeRuleEndpoints.getUnsubscribeRule),
    enabled: isMail,
    staleTime: 60_000,
  });
  if (!isMail || !rule.data?.requires_link) return [];
  const { message, placeholder_message } = draft;
  const formatted_texts = listFormatted(draft, draft.is_ab);
  return listUnlinked(draft.is_ab ? { ...draft, formatted_texts } : { message, placeholder_message, formatted_texts });
}

/** No email is above it on its path. */
function isFirstMail(campaign: Campaign, step: Step): boolean {
  const flow = readFlow(campaign);
  const node = findNode(flow, step.id);
  return node !== undefined && !ancestorsOf(flow, node.parent_id).some(({ type }) => type === 'EMAIL');
}
