import { expect, test } from 'vitest';
import { judgeDraft, knowledgeSources } from '../../judged-drafts/index.ts';
import { DRAFT_RULES } from './draft-prompt.rules.ts';
import { CORPUS_KNOWLEDGE, INVENTED_COUNT, inventDraft, makeReplies } from './reply-corpus.factory.ts';
import { findUnsupported } from './unsupported.factory.ts';

const knowledge = Object.values(CORPUS_KNOWLEDGE).join('\n');
const trusted = knowledgeSources(CORPUS_KNOWLEDGE);

test('of a model that invents, no price, date, number or address is left in 1,000 drafts', () => {
  const replies = makeReplies(1000);
  const left: unknown[] = [];
  let invented = 0;
  for (const [index, { language, text }] of replies.entries()) {
    const draft = inventDraft(index);
    const judged = judgeDraft(draft, {
      rules: DRAFT_RULES,
      trusted,
      own: [],
      lead_texts: [text],
      names: ['Grace', 'Hopper', 'Customer', 'Kanaal'],
      domain: null,
      is_german: language === 'de',
    });
    const said = judged.paragraphs.join('\n\n');
    invented += findUnsupported(draft.sentences.map((sentence) => sentence.text).join('\n'), knowledge, text).length;
    left.push(...findUnsupported(said, knowledge, text).map((found) => ({ index, ...found })));
    // The true sentence stays: a judge that drops everything would prove nothing.
    expect([index, said]).toEqual([index, expect.stringContaining(draft.sentences[1]!.text)]);
  }
  expect(left).toEqual([]);
  expect(invented).toBeGreaterThan(2500);
});

test('the oracle finds each of the invented sentences', () => {
  for (let index = 0; index * 3 < INVENTED_COUNT; index += 1)
    for (const { text } of inventDraft(index).sentences.slice(2, 5))
      expect([text, findUnsupported(text, knowledge, '').length]).toEqual([
        text,
        expect.toSatisfy((count) => Number(count) > 0),
      ]);
});
