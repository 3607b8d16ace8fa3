import type { Slice } from '../../kernel/slice.ts';
import { forgetOldSources } from './read-sources.service.ts';

export type { CellInput, CellOutcome, CellStep, NamedColumn } from './cell-work.rules.ts';
export { describeLead } from './prompt.rules.ts';
export {
  describeSubject,
  findLeadValue,
  type Instructions,
  instructAbout,
  quoteValues,
  VALUES_RULE,
} from './question.rules.ts';
export { loadSources } from './read-sources.service.ts';
export { researchCell } from './research-cell.service.ts';

export const researchSlice: Slice = {
  name: 'research',
  loops: [{ name: 'research-sources', interval_in_ms: 3_600_000, run: forgetOldSources }],
};
