import type { BoardRule } from '@overture/contract/automations';
import { LIST_LIMITS } from '@overture/domain/list-limits';
import { type Phrase, phrase, type Sentence, saySentence } from '@overture/domain/text/say';
import type { SessionContext } from '../../../kernel/slice.ts';
import { listAllRules, type PlacedRule, toActions } from '../../kanban/index.ts';
import { describeAction } from '../actions/action-words.rules.ts';
import { type InnerAction, namesOfCrms } from '../actions/actions.service.ts';
import { loadTargets } from '../actions/targets.store.ts';
import { listLastRuns } from '../log/run-log.store.ts';
import { toInnerAction } from './board-rules.service.ts';

const FACTS: Record<Exclude<PlacedRule['set_off_by'], 'entered'>, Phrase> = {
  replied: phrase('A lead replied'),
  interested: phrase('A lead is interested'),
  not_interested: phrase('A lead is not interested'),
};

/** What rules of boards do, in the words of automations. */
export async function listBoardRules(
  ctx: Pick<SessionContext, 'read'>,
): Promise<{ rules: BoardRule[]; total: number }> {
  return ctx.read(async (reader) => {
    const { rows, total } = await listAllRules(reader, LIST_LIMITS.board_rules);
    const targets = await loadTargets(reader, rows.flatMap(listRuleActions));
    const runs = await listLastRuns(
      reader,
      rows.map(({ id }) => id),
    );
    const lastOf = new Map(runs.map((run) => [run.rule_id, run]));
    const rules = rows.map((rule) => {
      const trigger_sentence = describeTrigger(rule);
      const action_sentences = listRuleActions(rule).map((action) =>
        describeAction(action, targets, namesOfCrms(reader)),
      );
      return {
        id: rule.id,
        board: { id: rule.board_id, name: rule.board },
        trigger_text: saySentence(trigger_sentence),
        trigger_sentence,
        action_texts: action_sentences.map(saySentence),
        action_sentences,
        is_active: rule.is_active,
        last_run_at: lastOf.get(rule.id)?.finished_at.toISOString() ?? null,
        last_run_state: lastOf.get(rule.id)?.state ?? null,
      };
    });
    return { rules, total };
  });
}

function listRuleActions(rule: PlacedRule): InnerAction[] {
  const { board_id, column_id, set_off_by } = rule;
  if (set_off_by !== 'entered') return [{ type: 'put_on_board', board_id, column_id }];
  return toActions(rule, rule.column).map((action) => toInnerAction(action, { card_id: 0, column_id, version: 0 }));
}

function describeTrigger({ set_off_by, column, campaign_ids }: PlacedRule): Sentence {
  if (set_off_by === 'entered')
    return phrase('A card came into the column {column}', { column: phrase('“{name}”', { name: column }) });
  const fact = FACTS[set_off_by];
  const { length: campaigns } = campaign_ids;
  if (campaigns === 0) return fact;
  return campaigns === 1
    ? phrase('{fact}, in 1 campaign', { fact })
    : phrase('{fact}, in {campaigns} campaigns', { fact, campaigns });
}
