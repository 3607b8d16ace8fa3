export { revisionWords } from './review/revision-words.ts';
