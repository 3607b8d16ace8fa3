export { chooseBoardFor } from './add-to-board.ts';
export { AddToBoardHost } from './add-to-board-host.tsx';
export { LeadBoards } from './lead-boards.tsx';
export { type FilterOption, toOption, useRelationOptions } from './relation-options.ts';
