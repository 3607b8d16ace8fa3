import type { ScheduledStep } from '@overture/contract/campaign-leads';

type Entry = Pick<
  ScheduledStep,
  | 'step'
  | 'condition'
  | 'is_deleted'
  | 'parent_id'
  | 'is_yes_child'
  | 'scheduled_for'
  | 'completed_at'
  | 'error'
  | 'is_yes'
>;

/**
 * The way of one lead through the flow: child after child; at a condition the branch of
 * its answer or, before there is one, the yes branch if its step is scheduled, otherwise the no branch; it ends after a step with an error.
 */
export function buildTimeline<E extends Entry>(entries: readonly E[]): E[] {
  const running = entries.filter((entry) => !entry.is_deleted);
  const way: E[] = [];
  let at = running.find(({ parent_id }) => parent_id === null);
  while (at !== undefined && !way.includes(at)) {
    way.push(at);
    if (at.error !== null) break;
    at = findNext(running, at);
  }
  return withDeleted(
    way,
    entries.filter((entry) => entry.is_deleted),
  );
}

/** Steps deleted since are placed where the lead had them: before later and upcoming steps. */
function withDeleted<E extends Entry>(way: readonly E[], deleted: readonly E[]): E[] {
  const all = [...way];
  for (const entry of deleted) {
    const later = all.findIndex(
      ({ completed_at }) => completed_at === null || completed_at > (entry.completed_at ?? ''),
    );
    all.splice(later === -1 ? all.length : later, 0, entry);
  }
  return all;
}

function findNext<E extends Entry>(entries: readonly E[], entry: E): E | undefined {
  const id = entry.step?.id ?? entry.condition?.id;
  const children = entries.filter(({ parent_id }) => parent_id === id);
  if (entry.condition === null) return children[0];
  if (entry.is_yes !== null) return children.find(({ is_yes_child }) => is_yes_child === entry.is_yes);
  const yes = children.find(({ is_yes_child }) => is_yes_child === true);
  return yes && isReached(yes) ? yes : children.find(({ is_yes_child }) => is_yes_child === false);
}

function isReached(entry: Entry): boolean {
  return entry.scheduled_for !== null || entry.completed_at !== null || entry.error !== null;
}
