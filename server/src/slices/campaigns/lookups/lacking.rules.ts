import type { Flow } from '@overture/domain/flow/flow';
import type { ResearchAnswers } from '@overture/domain/message/resolve';
import type { MessageFields } from '@overture/domain/message/variables';
import { lackingAddresses, lackingFor } from '../flow/flow-needs.rules.ts';
import { type Circumstances, inCircumstances } from '../messages/message-context.rules.ts';
import { valuesOf } from '../messages/messages.rules.ts';

interface GivenPerson {
  id: number;
  fields: MessageFields;
  email: string | null;
  linkedin_profile_url: string | null;
  research: ResearchAnswers | undefined;
}

/** What crosses into the thread. */
export interface GivenLacking {
  flow: Flow;
  people: readonly GivenPerson[];
  signatures: readonly { id: number; signature: string }[];
  snippets: ReadonlyMap<number, string>;
  circumstances: Circumstances;
}

/** An unsubscribe link is made when a mail is sent: it is never what is missing. */
const NO_ADDRESS = 'https://unsubscribe.invalid/';

/** What each of these people lacks for the messages of a flow, by their ids; in a thread, since every message is filled in for each of them. */
export function run({ flow, people, signatures, snippets, circumstances }: GivenLacking): Map<number, string[]> {
  return new Map(
    people.map((person) => {
      const values = valuesOf(person.fields, signatures, NO_ADDRESS, snippets, person.research);
      return [
        person.id,
        [...lackingFor(flow, inCircumstances(values, circumstances)), ...lackingAddresses(flow, person)],
      ];
    }),
  );
}
