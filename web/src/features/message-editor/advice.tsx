import type { Campaign, Step } from '@overture/contract/campaigns';
import { unsubscribeRuleEndpoints } from '@overture/contract/unsubscribe-rule';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { ancestorsOf, findNode } from '@overture/domain/flow/flow';
import { stepKind } from '@overture/domain/flow/step-types';
import { listUnlinked } from '@overture/domain/flow/unsubscribe-links';
import { adviseMessage } from '@overture/domain/message/advice/message-advice';
import { IconAlertCircle, IconBulb } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useDeferredValue, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { queryOptions } from '../../lib/api/api-client.ts';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { readFlow } from '../flow-canvas/index.ts';
import { listFormatted, type StepDraft, VARIANT_FIELDS } from './step-draft.ts';
import { t } from './texts.ts';
import { translateTexts } from './translate-texts.ts';

interface MessageAdviceProps {
  campaign: Campaign;
  step: Step;
  editing: { draft: StepDraft; variant: Variant; replace: (texts: Partial<StepDraft>) => void };
  isShown: boolean;
}

/** What can be said about the text in the editor. Advice never locks; what stops a start is said in red. */
export function MessageAdvice({ campaign, step, editing, isShown }: MessageAdviceProps) {
  const { draft, variant } = editing;
  const isFirst = useMemo(() => isFirstMail(campaign, step), [campaign, step]);
  const names = VARIANT_FIELDS[draft.is_ab ? variant : 'a'];
  const subject = useDeferredValue(draft[names.subject]);
  const message = useDeferredValue(draft[names.message]);
  const kind = stepKind(step.step_type);
  const unlinked = useUnlinked(step, draft);
  // Before anything is written there is nothing to say about it.
  if (!isShown || (subject.trim() === '' && message.trim() === '')) return null;
  const found = adviseMessage({
    channel: kind.channel,
    subject,
    message,
    takes_subject: kind.takes_subject,
    needs_message: kind.needs_message,
    is_first_mail: isFirst,
    attachments_in_bytes: step.attachment_total_size,
    unlinked,
  });
  if (found.length === 0) return null;
  function replacePlaceholders(event: MouseEvent<HTMLButtonElement>) {
    const panel = event.currentTarget.closest('[role="dialog"]');
    flushSync(() => editing.replace(translateTexts(draft, names)));
    // The button may disappear with the text it replaced: the focus moves to the text.
    panel?.querySelector<HTMLElement>('[contenteditable="true"]')?.focus();
  }
  return (
    <section aria-label={t('advice')}>
      <ul className="flex flex-col gap-1 m-0 p-0 list-none text-table">
        {found.map(({ id, kind: weight, text }) => (
          <li key={id} className={`flex gap-2 items-start ${weight === 'error' ? 'text-red' : 'text-ink-2'}`}>
            {weight === 'error' ? (
              <IconAlertCircle size={16} className="flex-none mt-px" aria-hidden />
            ) : (
              <IconBulb size={16} className="flex-none mt-px text-amber" aria-hidden />
            )}
            <span className="wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
      {found.some(({ can_translate }) => can_translate) ? (
        <div className="mt-2">
          <AppButton size="small" onClick={replacePlaceholders}>
            {t('translate_placeholders')}
          </AppButton>
        </div>
      ) : null}
    </section>
  );
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
