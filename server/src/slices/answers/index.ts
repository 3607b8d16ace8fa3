export { type AgencyTask, listTasksOfAgency } from './agency-tasks.store.ts';
export {
  type AnswerColumns,
  answerByKey,
  answerCondition,
  answerSort,
  answerText,
  unansweredCondition,
} from './answer-filters.store.ts';
export {
  type AnswerOutput,
  makeContent,
  parseOutput,
  typedColumns,
} from './answer-value.rules.ts';
export {
  type AnswerRow,
  deleteTaskResults,
  type EndedAnswer,
  endWithoutAnswer,
  filterAnswered,
  findAnswers,
  hasAnswers,
  listNewestAnswers,
  lockAnswer,
  markLoading,
  presentAnswer,
  saveWaiting,
  writeAnswers,
} from './answers.store.ts';
export { BUILT_IN_TASKS, fillOrganization, findBuiltInTask, type ResearchTask } from './built-in-tasks.rules.ts';
export { listResults, type WantedResult } from './results.store.ts';
export { loadTableColumns } from './table-columns.service.ts';
export {
  deleteTask,
  findTasks,
  insertTask,
  listCustomTasks,
  listTaskKeys,
  lockTask,
  type TaskFields,
  updateTask,
} from './tasks.store.ts';
export { CONTACT_FIELDS, listAnswerVersions, raiseAnswerVersions } from './versions.store.ts';
