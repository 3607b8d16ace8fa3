export { AccountTabs } from './account-tabs.tsx';
export { default as settingsLayoutClasses } from './settings-layout.module.css';
export { SettingsMenu } from './settings-menu.tsx';
export { t as accountTexts } from './texts.ts';
