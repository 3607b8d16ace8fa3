import type { possibleAnswersEndpoints } from '@overture/contract/unmatched-replies';
import type { RouteTable } from '../../../kernel/slice.ts';
import { decidePossibleAnswer, listPossibleAnswers } from './unmatched.service.ts';

export const possibleAnswersRoutes: RouteTable<typeof possibleAnswersEndpoints> = {
  listPossibleAnswers: async (ctx) => ({ possible_answers: await listPossibleAnswers(ctx) }),
  decidePossibleAnswer: async (ctx, { params, body }) => {
    await decidePossibleAnswer(ctx, params.id, body.is_answer);
    return { success: true };
  },
};
