import type { Flow } from '@overture/domain/flow/flow';
import type { ResearchAnswers } from '@overture/domain/message/resolve';
import type { MessageFields } from '@overture/domain/message/variables';
import { lackingAddresses, lackingFor } from '../flow/flow-needs.rules.ts';
import { type MessageContext, withMessageContext } from '../messages/message-context.rules.ts';
import { toMessageValues } from '../messages/messages.rules.ts';

interface GivenPerson {
  id: number;
  fields: MessageFields;
  email: string | null;
  linkedin_profile_url: string | null;
  research: ResearchAnswers | undefined;
}

/** Input that is passed to the worker thread. */
export interface GivenLacking {
  flow: Flow;
  people: readonly GivenPerson[];
  signatures: readonly { id: number; signature: string }[];
  snippets: ReadonlyMap<number, string>;
  circumstances: MessageContext;
}

/** The unsubscribe link is created when a mail is sent, so it never counts as missing. */
const NO_ADDRESS = 'https://unsubscribe.invalid/';

/** What each lead lacks for the messages of a flow, by lead id. Runs in a thread, because it renders every message for every lead. */
export function run({ flow, people, signatures, snippets, circumstances }: GivenLacking): Map<number, string[]> {
  return new Map(
    people.map((person) => {
      const values = toMessageValues(person.fields, signatures, NO_ADDRESS, snippets, person.research);
      return [
        person.id,
        [...lackingFor(flow, withMessageContext(values, circumstances)), ...lackingAddresses(flow, person)],
      ];
    }),
  );
}
