export {
  type DraftFacts,
  type JudgedDraft,
  type JudgedSentence,
  judgeDraft,
  type LeftOut,
} from './judge-draft.rules.ts';
export { knowledgeSources, listKnowledgeGaps, toSource } from './knowledge-sources.rules.ts';
