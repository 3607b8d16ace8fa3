export { ActDialog } from './act-dialog.tsx';
export { AgencyAccessSwitch } from './agency-access-switch.tsx';
export { FactorSections } from './factor-sections.tsx';
export { RequirementSwitch } from './requirement-switch.tsx';
export { default as securityClasses } from './security.module.css';
export { SecurityTab } from './security-tab.tsx';
export { useStepUp } from './step-up.tsx';
export { t as securityTexts } from './texts.ts';
