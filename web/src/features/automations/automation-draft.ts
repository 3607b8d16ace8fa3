import type { Automation, AutomationBody } from '@overture/contract/automations';
import { type ActionDraft, toAction, toActionDraft } from './automation-words.ts';
import type { ConditionDraft } from './condition-fields.tsx';
import { t } from './texts.ts';

/** The browser doesn't have the catalog: the form shows an event that left it, and the server refuses it. */
type TriggerType = AutomationBody['trigger_type'];

export interface Draft {
  name: string;
  trigger_type: string;
  match: Automation['match'];
  conditions: ConditionDraft[];
  actions: ActionDraft[];
}

export const EMPTY: AutomationBody = {
  name: '',
  trigger_type: 'reply.received',
  match: 'all',
  conditions: [],
  actions: [],
};

export const toDraft = ({ name, trigger_type, match, conditions, actions }: Stored): Draft => ({
  ...{ name, trigger_type, match },
  conditions: conditions.map((condition, key) => ({ ...condition, key })),
  actions: actions.map(toActionDraft),
});

/** Null while something is missing. */
export function toBody({ name, trigger_type, match, conditions, actions }: Draft): AutomationBody | null {
  const ready = actions.flatMap((action) => toAction(action) ?? []);
  if (name.trim() === '' || ready.length === 0 || ready.length < actions.length) return null;
  const plain = conditions.map(({ key: _, values, ...condition }) => ({
    ...condition,
    values: values.map((value) => value.trim()).filter((value) => value !== ''),
  }));
  return { name: name.trim(), trigger_type: trigger_type as TriggerType, match, conditions: plain, actions: ready };
}

/** As it is stored: its event may have left the catalog. */
export type Stored = Pick<Automation, 'name' | 'trigger_type' | 'match' | 'conditions' | 'actions'>;

/** Parts of an automation that are kept together when two people change it. */
const PARTS = {
  name: { of: ({ name }: Stored) => name, words: ({ name }: Stored) => name },
  event: {
    of: ({ trigger_type, match, conditions }: Stored) => ({ trigger_type, match, conditions }),
    words: ({ trigger_type, conditions }: Stored) =>
      t('conflict_event', { type: trigger_type, count: conditions.length }),
  },
  actions: {
    of: ({ actions }: Stored) => actions,
    words: ({ actions }: Stored) => actions.map(({ type }) => t(type)).join(', '),
  },
};
type Part = keyof typeof PARTS;

const isSame = (part: Part, one: Stored, other: Stored): boolean =>
  JSON.stringify(PARTS[part].of(one)) === JSON.stringify(PARTS[part].of(other));

interface Versions {
  base: Stored;
  mine: AutomationBody;
  theirs: Stored;
}

/** Parts that both changed differently. */
export const findOverlap = ({ base, mine, theirs }: Versions) =>
  (Object.keys(PARTS) as Part[])
    .filter((part) => !isSame(part, mine, base) && !isSame(part, theirs, base) && !isSame(part, mine, theirs))
    .map((part) => ({
      label: t(`conflict_${part}_label`),
      theirs: PARTS[part].words(theirs),
      mine: PARTS[part].words(mine),
    }));

/** What was changed here, on top of what is stored. */
export function mergeMine({ base, mine, theirs }: Versions): AutomationBody {
  const pick = (part: Part): Stored => (isSame(part, mine, base) ? theirs : mine);
  const { trigger_type, match, conditions } = pick('event');
  return {
    ...mine,
    ...{ name: pick('name').name, actions: pick('actions').actions },
    ...{ trigger_type: trigger_type as TriggerType, match, conditions },
  };
}
