import { DEFAULT_SEQUENCE_LENGTH } from '@overture/domain/campaign/sequence-limits';
import type { Flow, FlowNode } from '@overture/domain/flow/flow';
import { CHARACTER_LIMITS } from '@overture/domain/limits';
import { leaveFiguresOpen } from '@overture/domain/message/advice/score-fixes';
import { DEFAULT_TONE, LANGUAGES } from '@overture/domain/message/languages';
import { findTemplateProblem } from '@overture/domain/message/resolve';
import { expect, test } from 'vitest';
import { writeSequenceFromNowhere, writeSequenceMessage } from '../../../../../sandbox/src/llm/sequence.ts';
import { knowledgeSources } from '../../judged-drafts/index.ts';
import { judgeMessage } from './judge-message.rules.ts';
import { planSequence } from './sequence-plan.rules.ts';
import { type EarlierMessage, renderMessagePrompt } from './sequence-prompt.rules.ts';

const sources = knowledgeSources({
  name: 'Kanaal',
  product_description: 'Kanaal makes planning software for inland shipping. It plans 250 ships every day.',
  usp_description: 'Customers plan a week in ten minutes. The plan reaches every skipper by phone.',
  pain_points: 'Planners still write lists by hand. Skippers wait for a call before they leave.',
});

/** A path of messages, a condition in its middle. */
function makeFlow(count: number): Flow {
  const step = (
    id: number,
    parent_id: number | null,
    type: 'EMAIL' | 'LINKEDIN_INVITE' | 'LINKEDIN_MESSAGE',
  ): FlowNode => ({
    kind: 'step',
    id,
    parent_id,
    branch: parent_id === 100 ? 'no' : null,
    type,
    delay_in_hours: 72,
  });
  const nodes = Array.from({ length: count }, (_, index) =>
    step(
      index + 1,
      index === 0 ? null : index === 2 ? 100 : index,
      index === 0 ? 'LINKEDIN_INVITE' : index === 2 ? 'LINKEDIN_MESSAGE' : 'EMAIL',
    ),
  );
  return [...nodes, { kind: 'condition', id: 100, parent_id: 2, branch: null, type: 'HAS_PHONE', delay_in_hours: 0 }];
}

function groupsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(3).map((_, index) => words.slice(index, index + 4).join(' ')));
}

function findShare(one: string, other: string): number {
  const [own, said] = [groupsOf(one), groupsOf(other)];
  return own.size === 0 ? 0 : [...own].filter((group) => said.has(group)).length / own.size;
}

test.each([
  ['writes', writeSequenceMessage],
  ['invents', writeSequenceFromNowhere],
])('100 briefs to a model that %s give 100 sequences that can be sent', (_, write) => {
  for (let brief = 0; brief < 100; brief += 1) {
    const language = LANGUAGES[brief % LANGUAGES.length]!;
    const flow = makeFlow(3 + (brief % 3));
    const steps = planSequence(flow);
    const written = new Map<number, EarlierMessage>();
    for (const step of steps) {
      const variables = (['first_name', 'company_name', 'job_title'] as const).slice(0, brief % 4);
      const earlier = step.before.flatMap((id) => written.get(id) ?? []);
      const given = {
        goal: `Brief ${brief}`,
        language,
        tone: DEFAULT_TONE,
        length: DEFAULT_SEQUENCE_LENGTH,
        lacking: variables,
        needs_fallback: variables,
        sources,
        audience: [],
        variables,
        sender: null,
      };
      const angle = { title: 'Time', summary: 'Plan a week in ten minutes.' };
      const task = { brief: given, angle, step, count: steps.length, earlier, change: null, current: null };
      const judged = judgeMessage(write(renderMessagePrompt(task, [])), {
        sources,
        variables,
        lacking: variables,
        needs_fallback: variables,
        foreign: [],
        names: ['Kanaal'],
        is_german: language === 'de',
        earlier,
        max_characters: step.max_characters,
        takes_subject: step.takes_subject && !step.is_reply,
      });
      const where = `brief ${brief}, ${language}, message ${step.number}: ${judged.message}`;
      expect(judged.says_something, where).toBe(true);
      expect(findTemplateProblem(judged.message), where).toBeNull();
      expect(judged.message, where).not.toMatch(/49|4812|Globex|https?:|</);
      // A sentence with a number that no source has stays out, and put back by hand it holds the start until it is filled in.
      for (const { reason, text } of judged.left_out)
        if (reason === 'number') expect(findTemplateProblem(leaveFiguresOpen(text)), text).toMatch(/left to fill in/);
      if (step.step_type === 'LINKEDIN_INVITE')
        expect([...judged.message].length, where).toBeLessThanOrEqual(CHARACTER_LIMITS.invite_note);
      for (const one of earlier) expect(findShare(judged.message, one.message), where).toBeLessThanOrEqual(0.4);
      written.set(step.id, { subject_line: judged.subject_line, message: judged.message });
    }
  }
});
