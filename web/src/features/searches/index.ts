export { AddLeadsButtons } from './add-leads-buttons.tsx';
export { ArchivedListsPage } from './archived-lists-page.tsx';
export { CreateListDialog } from './create-list-dialog.tsx';
export { LimitDialog, type SearchLimit } from './limit-dialog.tsx';
export { ListHeader } from './list-header.tsx';
export { ListsOff, MissingList } from './list-notices.tsx';
export { t as searchesTexts } from './list-texts.ts';
export { ListsPage } from './lists-page.tsx';
