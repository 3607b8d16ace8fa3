import { addressNeeded } from '@overture/domain/campaign/needed-addresses';
import { listContents as listVariantContents } from '@overture/domain/flow/ab-variant';
import { type Flow, typesIn } from '@overture/domain/flow/flow';
import { lookupsOf, stepKind } from '@overture/domain/flow/step-types';
import { namedResearch, type TaskName } from '@overture/domain/message/resolve';
import { tokenIds } from '@overture/domain/message/tokens';
import { findMissing, type MessageValues, renderMessage } from '@overture/domain/message/variables';
import type { ContactLookup } from '@overture/domain/money/credits';

/** Everything a message of the flow says, in all its variants. */
function listContents(flow: Flow) {
  return flow.flatMap((node) => {
    if (node.kind !== 'step' || !stepKind(node.type).is_message) return [];
    return listVariantContents(node);
  });
}

/** Research tasks whose results the flow's messages use, without duplicates. */
export function usedTasks(flow: Flow): TaskName[] {
  return [...new Set(listTexts(flow).flatMap(namedResearch))];
}

/** Snippets that messages of the flow name, each once. */
export function usedSnippets(flow: Flow): number[] {
  return [...new Set(listTexts(flow).flatMap((text) => tokenIds(text, 'snippet')))];
}

function listTexts(flow: Flow): string[] {
  return listContents(flow).flatMap(({ message, subject_line, placeholder_message }) => [
    message,
    subject_line,
    placeholder_message ?? '',
  ]);
}

/** Look-ups started by the flow's conditions, without duplicates. */
export function usedLookups(flow: Flow): ContactLookup[] {
  return lookupsOf(typesIn(flow));
}

/** Names of the data a lead lacks for the flow's messages and that no fallback message avoids. */
export function lackingFor(flow: Flow, values: MessageValues): string[] {
  const missing = listContents(flow).flatMap((content) => {
    const body = renderMessage(content, values);
    return [...findMissing(content.subject_line, values), ...(body.kind === 'missing' ? body.missing : [])];
  });
  return [...new Set(missing)];
}

/** The addresses a lead lacks for the channels of the flow: `email`, `linkedin`. */
export function lackingAddresses(
  flow: Flow,
  person: { email: string | null; linkedin_profile_url: string | null },
): string[] {
  const needed = new Set(flow.flatMap((node) => (node.kind === 'step' ? (addressNeeded(flow, node) ?? []) : [])));
  const isBlank = (text: string | null) => (text ?? '').trim() === '';
  return [...needed].filter((kind) => isBlank(kind === 'email' ? person.email : person.linkedin_profile_url));
}
