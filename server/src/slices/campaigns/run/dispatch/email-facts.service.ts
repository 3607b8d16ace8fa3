import { decideSignature } from '@overture/domain/campaign/signing-rule';
import type { Variant } from '@overture/domain/flow/ab-variant';
import { namedResearch, type ResearchAnswers } from '@overture/domain/message/resolve';
import { tokenIds } from '@overture/domain/message/tokens';
import type { SystemTransactionContext } from '../../../../kernel/context.ts';
import { listNamedResults, type NamedResult } from '../../../research-results/index.ts';
import type { Thread } from '../../../sent-mails/index.ts';
import type { EmailFacts } from '../email.rules.ts';
import { type DispatchFacts, listSignatures } from './dispatch-facts.store.ts';

type Tx = Pick<SystemTransactionContext, 'db'>;

/** What messages use besides the fields of their leads. */
export interface Named {
  signatures: { id: number; organization_id: number; signature: string }[];
  /** By lead and task. */
  research: ReadonlyMap<number, ResearchAnswers>;
}

export async function listNamed(tx: Tx, rows: readonly DispatchFacts[]): Promise<Named> {
  return {
    signatures: await listSignatures(tx, [...new Set(rows.flatMap(signatureIds))]),
    research: await listNamedResults(tx, rows.flatMap(wantedResults)),
  };
}

/** The facts for rendering a step's message, for either channel. */
export function toEmailFacts(
  lead: DispatchFacts,
  named: Named,
  {
    privacy_url,
    ...given
  }: Pick<EmailFacts, 'unsubscribe_url' | 'snippets'> & { variant: Variant; privacy_url: string },
) {
  return {
    lead,
    step: lead.step ?? {},
    continues: lead.step?.continues ?? null,
    rewritten: lead.rewritten,
    signatures: named.signatures.filter((signature) => signature.organization_id === lead.organization_id),
    attachments: lead.attachments ?? [],
    research: named.research.get(lead.prospect_id) ?? (new Map() satisfies ResearchAnswers),
    circumstances: {
      sender: {
        name: lead.sender_name,
        email: lead.sender_email,
        phone: lead.sender_phone,
        title: lead.sender_title,
        calendar_url: lead.sender_calendar_url,
      },
      campaign_name: lead.campaign_name,
      privacy_url,
      today: lead.today,
      language: lead.language,
      lead_id: lead.id,
      step_id: lead.node_id,
    },
    ...given,
  };
}

/** The signature of a lead's email by the rule of its campaign. */
export function resolveSignature(
  lead: DispatchFacts,
  signatures: EmailFacts['signatures'],
  isFirst: boolean,
): EmailFacts['signature'] {
  const chosen = signatures.find(({ id }) => id === lead.chosen_signature_id)?.signature ?? null;
  return decideSignature(lead, chosen, isFirst);
}

/** After a hand-over the lead gets a new thread: the old one belongs to another sender. */
export function findThread(
  lead: DispatchFacts,
  threads: readonly Thread[],
): Pick<EmailFacts, 'thread' | 'thread_subject' | 'is_reply' | 'starts_new_thread'> {
  const own = threads.find(({ account_id }) => account_id === lead.account_id);
  const thread_subject = (own ?? threads[0])?.subject || null;
  const is_reply = own !== undefined;
  return { thread: own?.chain ?? [], thread_subject, is_reply, starts_new_thread: !is_reply && threads.length > 0 };
}

function listTexts({ step, rewritten }: DispatchFacts): string[] {
  const more = (step?.more_variants ?? []).flatMap((one) => [one.message, one.placeholder_message]);
  const texts = [step?.message, step?.message_b, step?.placeholder_message, step?.placeholder_message_b, ...more];
  return [...texts, rewritten?.message].filter((text) => typeof text === 'string');
}

function signatureIds(row: DispatchFacts): number[] {
  const named = listTexts(row).flatMap((text) => tokenIds(text, 'signature'));
  return row.chosen_signature_id === null ? named : [...named, row.chosen_signature_id];
}

/** The results of research that any version of the message may name. */
function wantedResults(row: DispatchFacts): NamedResult[] {
  const { organization_id, prospect_id, step, rewritten } = row;
  const more = (step?.more_variants ?? []).map((one) => one.subject_line);
  const subjects = [step?.subject_line, step?.subject_line_b, ...more, rewritten?.subject_line].filter((text) =>
    Boolean(text),
  );
  const tasks = [...listTexts(row), ...(subjects as string[])].flatMap(namedResearch);
  return [...new Set(tasks)].map((task) => ({ organization_id, prospect_id, task }));
}
