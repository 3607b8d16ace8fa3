import type { Slice } from '../../kernel/slice.ts';
import { evenColumn, evenColumnTask } from './cards.service.ts';

export { putInColumn } from './cards.service.ts';
export { insertHistory } from './history.store.ts';
export { kanbanRoutes } from './kanban.routes.ts';
export { toActions } from './rules.service.ts';
export { claimRun as claimRule, findRule, findSetOff, listAllRules, type PlacedRule } from './rules.store.ts';

export const kanbanSlice: Slice = {
  name: 'kanban',
  tasks: { [evenColumnTask]: (ctx, payload) => evenColumn(ctx, payload) },
};
