export { default as dashboardClasses } from './dashboard.module.css';
export { DashboardContent } from './dashboard-content.tsx';
export { t as dashboardTexts } from './texts.ts';
