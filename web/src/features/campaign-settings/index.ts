export { windowWords } from './window-words.ts';
