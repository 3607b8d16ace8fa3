export { revisionWords } from './revision-words.ts';
