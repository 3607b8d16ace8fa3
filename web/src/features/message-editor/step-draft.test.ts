import type { Step } from '@overture/contract/campaigns';
import { describe, expect, test } from 'vitest';
import {
  bodyOfChanges,
  bodyOfDraft,
  bodyOfStep,
  draftOfStep,
  findChangedTexts,
  findDraftProblem,
  isDraftChanged,
} from './step-draft.ts';

const step: Step = {
  id: 7,
  delay_in_hours: 24,
  parent_step_id: null,
  parent_condition_id: null,
  is_yes_child: null,
  step_type: 'EMAIL',
  child_step_id: null,
  child_condition_id: null,
  message: 'Hi {{first_name}}',
  subject_line: null,
  placeholder_message: null,
  message_b: null,
  more_variants: [],
  formatted_texts: null,
  subject_line_b: null,
  placeholder_message_b: null,
  message_template: 'Hi {{first_name}}',
  message_template_b: null,
  attachments: [],
  attachment_total_size: 0,
  address_wait_in_days: 14,
  version: 1,
};

describe('the draft of a step', () => {
  test('an untouched draft changes nothing, nulls included', () => {
    expect(isDraftChanged(step, draftOfStep(step))).toBe(false);
    expect(
      isDraftChanged({ ...step, message_b: 'B', subject_line_b: null }, draftOfStep({ ...step, message_b: 'B' })),
    ).toBe(false);
  });

  test('a changed text part keeps its formatted text, and those of others are kept', () => {
    const formatted_texts = { a: '<p><b>Hi</b></p>', b: '<p><i>B</i></p>' };
    const base: Step = { ...step, message: 'Hi', message_b: 'B', formatted_texts };
    const draft = { ...draftOfStep(base), message: 'Hi by hand' };
    expect(bodyOfChanges(base, draft, base)).toEqual({ message: 'Hi by hand', formatted_texts });
    const theirs = { ...base, formatted_texts: { ...formatted_texts, b: '<p><i>Theirs</i></p>' } };
    expect(bodyOfChanges(base, draft, theirs)).toMatchObject({
      formatted_texts: { a: formatted_texts.a, b: '<p><i>Theirs</i></p>' },
    });
    expect(bodyOfChanges(base, { ...draftOfStep(base), subject_line: 'New' }, theirs)).toEqual({ subject_line: 'New' });
    const plain = { ...draftOfStep(base), message: 'Plain', formatted_a: '' };
    expect(bodyOfChanges(base, plain, theirs)).toMatchObject({ formatted_texts: { b: '<p><i>Theirs</i></p>' } });
  });

  test('another wait for an address is a change, of steps that need one', () => {
    const draft = { ...draftOfStep(step), address_wait_in_days: null };
    expect(isDraftChanged(step, draft)).toBe(true);
    expect(bodyOfStep(draft, 'EMAIL')).toMatchObject({ address_wait_in_days: null });
    expect(isDraftChanged({ ...step, step_type: 'CALL_PROSPECT' }, draft)).toBe(false);
    const theirs = { ...step, address_wait_in_days: 3 };
    expect(findChangedTexts(step, draft, theirs)).toEqual([
      { label: 'Days to wait for an address', theirs: '3', mine: 'As long as it takes' },
    ]);
    expect(findChangedTexts(step, draftOfStep(step), theirs)).toEqual([]);
  });

  test('a changed text counts, a switch to A/B without a message B does not', () => {
    const draft = draftOfStep(step);
    expect(isDraftChanged(step, { ...draft, subject_line: 'Hello' })).toBe(true);
    expect(isDraftChanged(step, { ...draft, is_ab: true })).toBe(false);
    expect(isDraftChanged(step, { ...draft, is_ab: true, message_b: 'B' })).toBe(true);
  });

  test('switching A/B testing off clears message, subject and fallback of B', () => {
    const draft = {
      ...draftOfStep(step),
      is_ab: false,
      message_b: 'B',
      subject_line_b: 'S',
      placeholder_message_b: 'P',
    };
    expect(bodyOfDraft(draft)).toMatchObject({ message_b: null, subject_line_b: null, placeholder_message_b: null });
  });

  test('a blank message B is sent as null', () => {
    expect(bodyOfDraft({ ...draftOfStep(step), is_ab: true, message_b: '  \n' }).message_b).toBeNull();
  });

  test('limits hold for every text that would be sent, and only for those', () => {
    const draft = draftOfStep(step);
    const problemOf = (change: object, type: Step['step_type'] = 'EMAIL') =>
      findDraftProblem({ ...draft, ...change }, type)?.text ?? null;
    expect(problemOf({ subject_line: 'x'.repeat(201) })).toBe('You are above the 200 character limit!');
    expect(problemOf({ message: 'x'.repeat(8001) })).toBe('You are above the 8000 character limit!');
    expect(problemOf({ message_b: 'x'.repeat(8001) })).toBeNull();
    expect(problemOf({ is_ab: true, message_b: 'x'.repeat(8001) })).not.toBeNull();
    expect(problemOf({ message: 'x'.repeat(200) }, 'LINKEDIN_INVITE')).toBeNull();
    expect(problemOf({ message: 'x'.repeat(201) }, 'LINKEDIN_INVITE')).toBe('You are above the 200 character limit!');
    expect(problemOf({ placeholder_message: 'x'.repeat(201) }, 'LINKEDIN_INVITE')).not.toBeNull();
    expect(problemOf({ message: 'x'.repeat(201) }, 'LINKEDIN_MESSAGE')).toBeNull();
  });

  test('says which text is too long, the variant that is shown first', () => {
    const long = 'x'.repeat(8001);
    const draft = { ...draftOfStep(step), is_ab: true, message: long, placeholder_message_b: long };
    expect(findDraftProblem(draft, 'EMAIL', 'a')).toMatchObject({ variant: 'a', part: 'message' });
    expect(findDraftProblem(draft, 'EMAIL', 'b')).toMatchObject({ variant: 'b', part: 'fallback' });
    expect(findDraftProblem({ ...draft, placeholder_message_b: '' }, 'EMAIL', 'b')).toMatchObject({ variant: 'a' });
    expect(findDraftProblem({ ...draft, is_ab: false, message: '' }, 'EMAIL', 'b')).toBeNull();
    const unfinished = { ...draft, message: '{{nick}}' };
    expect(findDraftProblem(unfinished, 'EMAIL', 'a')).toMatchObject({ variant: 'b', kind: 'too_long' });
    expect(findDraftProblem({ ...unfinished, is_ab: false }, 'EMAIL')).toMatchObject({ variant: 'a', kind: 'wrong' });
  });
});
