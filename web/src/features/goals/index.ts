export { DashboardGoals } from './goal-lines.tsx';
