import type { Slice } from '../../kernel/slice.ts';
import { evenColumn, evenColumnTask } from './cards.service.ts';

export { kanbanRoutes } from './kanban.routes.ts';

export const kanbanSlice: Slice = {
  name: 'kanban',
  tasks: { [evenColumnTask]: (ctx, payload) => evenColumn(ctx, payload) },
};
