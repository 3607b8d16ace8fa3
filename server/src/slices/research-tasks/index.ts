export { type AgencyTask, listTasksOfAgency } from './agency-tasks.store.ts';
export {
  BUILT_IN_TASKS,
  fillOrganization,
  findBuiltInId,
  findBuiltInTask,
  type ResearchTask,
} from './built-in-tasks.rules.ts';
export {
  findTasks,
  insertTask,
  listCustomTasks,
  listTaskKeys,
  lockTask,
  removeTask,
  type TaskFields,
  updateTask,
} from './tasks.store.ts';
