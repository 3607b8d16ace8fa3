import type { Slice } from '../../kernel/slice.ts';
import { evenColumn, evenColumnTask } from './cards.service.ts';
import { carryOut, fillByInterest, fillByReply, fillFurther } from './carry-out.service.ts';

export { putInColumn } from './cards.service.ts';
export { kanbanRoutes } from './kanban.routes.ts';

export const kanbanSlice: Slice = {
  name: 'kanban',
  on: {
    lead_replied: fillByReply,
    lead_interest_changed: fillByInterest,
    board_rules_left: fillFurther,
    kanban_card_entered: carryOut,
  },
  tasks: { [evenColumnTask]: (ctx, payload) => evenColumn(ctx, payload) },
};
