export { countFigure, EVERYTHING, listWeeklyGoals, loadSpan } from './goal-figures.service.ts';
export { goalsRoutes } from './goals.routes.ts';
