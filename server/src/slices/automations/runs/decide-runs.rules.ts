import type { AutomationAction, AutomationBody } from '@overture/contract/automations';
import { meetsAll } from '@overture/domain/automations/conditions';
import { isForMany } from '../actions/action-words.rules.ts';
import { findChainEnd } from '../limits/chain.rules.ts';

/** A run that nothing was decided about, with its automation as it is now and its event. */
export interface UndecidedRun {
  id: number;
  automation_id: number;
  automation: {
    name: string;
    is_active: boolean;
    trigger_type: string;
    match: AutomationBody['match'];
    conditions: AutomationBody['conditions'];
    actions: AutomationAction[];
  };
  event: { type: string; data: Record<string, unknown>; prospect_id: number | null; chain: number[] };
}

/** `matched`: its actions are to be carried out. */
export function decideRun(run: UndecidedRun): { state: 'matched' | 'unmatched' | 'skipped'; reason: string | null } {
  const reason = findSkipReason(run);
  if (reason !== null) return { state: 'skipped', reason };
  const { match, conditions: items } = run.automation;
  return { state: meetsAll(run.event.data, { match, items }) ? 'matched' : 'unmatched', reason: null };
}

function findSkipReason({ automation, automation_id, event }: UndecidedRun): string | null {
  if (!automation.is_active) return 'The automation was switched off before it ran.';
  if (automation.trigger_type !== event.type) return 'The automation was given another event before it ran.';
  return findChainEnd(event.chain, automation_id);
}

/** Each group has statements of its own: with more groups a transaction would be long. */
const MOST_GROUPS = 50;

/** The first runs, of at most so many groups. */
export function limitGroups(runs: readonly UndecidedRun[]): readonly UndecidedRun[] {
  const keys = new Set<string>();
  const end = runs.findIndex((run) => keys.add(groupOf(run)).size > MOST_GROUPS);
  return end === -1 ? runs : runs.slice(0, end);
}

const groupOf = ({ automation_id, event }: UndecidedRun): string => [...event.chain, automation_id].join(',');

/** Runs of one automation that follow from the same chain, each with its lead. */
export interface RunGroup {
  chain: number[];
  actions: AutomationAction[];
  runs: { id: number; lead: number }[];
}

/**
 * The runs whose actions statements for many leads carry out, in groups. Where a label is put on a lead and taken off it, or another run
 * with that label is carried out alone, only the runs before are among them: the others come after it.
 */
export function groupRuns(runs: readonly UndecidedRun[]): RunGroup[] {
  const groups = new Map<string, RunGroup>();
  const labeled = new Map<string, LabelAction['type'] | 'alone'>();
  for (const run of runs) {
    const { id, automation_id } = run;
    const { prospect_id: lead, chain } = run.event;
    const { actions } = run.automation;
    if (lead === null) continue;
    if (!actions.every(isForMany) || contradicts(actions, lead, labeled)) {
      for (const action of actions.filter(isLabel)) labeled.set(labelOf(lead, action), 'alone');
      continue;
    }
    const key = groupOf(run);
    const group = groups.get(key) ?? { chain: [...chain, automation_id], actions, runs: [] };
    group.runs.push({ id, lead });
    groups.set(key, group);
  }
  return [...groups.values()];
}

type LabelAction = Extract<AutomationAction, { type: 'add_label' | 'remove_label' }>;
const isLabel = (action: AutomationAction): action is LabelAction =>
  action.type === 'add_label' || action.type === 'remove_label';
const labelOf = (lead: number, { label_id }: LabelAction): string => `${lead} ${label_id}`;

/** @param labeled what the runs before do, by lead and label */
function contradicts(
  actions: readonly AutomationAction[],
  lead: number,
  labeled: Map<string, LabelAction['type'] | 'alone'>,
): boolean {
  for (const action of actions.filter(isLabel)) {
    const key = labelOf(lead, action);
    if ((labeled.get(key) ?? action.type) !== action.type) return true;
    labeled.set(key, action.type);
  }
  return false;
}
