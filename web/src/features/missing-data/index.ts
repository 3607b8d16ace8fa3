export { IncompleteList } from './incomplete-list.tsx';
