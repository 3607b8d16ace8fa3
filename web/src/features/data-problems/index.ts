export { DataProblems } from './data-problems.tsx';
export { ProblemsButton } from './problems-button.tsx';
