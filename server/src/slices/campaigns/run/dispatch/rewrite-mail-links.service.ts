import { listContents } from '@overture/domain/flow/ab-variant';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import type { IntentHead, Verdict } from '../../../action-kinds/index.ts';
import { type TrackableMail, trackLinks } from '../../../link-tracking/index.ts';
import type { DispatchFacts } from './dispatch-facts.store.ts';

/**
 * Verdicts of those mails whose links are rewritten or that get the image, by intent. The first mail to a lead is never among them: a link to
 * a foreign host in a mail from an unknown sender looks like spam.
 */
export async function rewriteMailLinks(
  tx: SystemTransactionContext,
  followUps: readonly { intent: IntentHead; lead: DispatchFacts }[],
  verdicts: ReadonlyMap<number, Verdict>,
): Promise<Map<number, Verdict>> {
  const mails = followUps.flatMap(({ intent, lead }): TrackableMail[] => {
    const html = findHtml(verdicts.get(intent.id));
    const isTracked = lead.tracks_clicks || lead.tracks_opens;
    if (!isTracked || html === null || lead.sender_email === null) return [];
    return [
      {
        intent_id: intent.id,
        organization_id: lead.organization_id,
        campaign_id: lead.campaign_id,
        lead_id: lead.id,
        node_id: lead.node_id,
        sender_email: lead.sender_email,
        html,
        texts: listWrittenTexts(lead),
        calendar_url: lead.sender_calendar_url,
        ...{ tracks_clicks: lead.tracks_clicks, tracks_opens: lead.tracks_opens },
      },
    ];
  });
  const tracked = await trackLinks(tx, mails);
  return new Map(
    [...tracked].flatMap(([id, sent_html]): [number, Verdict][] => {
      const verdict = verdicts.get(id);
      if (verdict?.verdict !== 'go' || verdict.letter === undefined) return [];
      return [[id, { ...verdict, letter: { ...verdict.letter, sent_html } }]];
    }),
  );
}

function findHtml(verdict: Verdict | undefined): string | null {
  return verdict?.verdict === 'go' ? (verdict.letter?.html ?? null) : null;
}

/** What the step says to every lead. A message rewritten for one lead is left out: its links may be about that lead. */
function listWrittenTexts({ step }: DispatchFacts): string[] {
  if (step === null) return [];
  const formatted = Object.values(step.formatted_texts ?? {});
  const plain = listContents(step).flatMap(({ message, placeholder_message }) => [message, placeholder_message ?? '']);
  return [...plain, ...formatted];
}
