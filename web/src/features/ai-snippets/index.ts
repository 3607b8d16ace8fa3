export { SnippetsDialog } from './snippets-dialog.tsx';
