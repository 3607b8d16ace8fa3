export { EVERYTHING, listWeeklyGoals, loadFigures } from './goal-figures.service.ts';
export { goalsRoutes } from './goals.routes.ts';
