import type { unsubscribeRuleEndpoints } from '@overture/contract/unsubscribe-rule';
import type { RouteTable } from '../../kernel/slice.ts';
import { getUnsubscribeRule, setUnsubscribeRule } from './unsubscribe-rule/unsubscribe-rule.service.ts';

export const unsubscribeRuleRoutes: RouteTable<typeof unsubscribeRuleEndpoints> = {
  getUnsubscribeRule: (ctx) => getUnsubscribeRule(ctx),
  setUnsubscribeRule: (ctx, { body }) => setUnsubscribeRule(ctx, body.requires_link),
};
