export { default as settingsLayoutClasses } from './account.module.css';
export { AccountTabs } from './account-tabs.tsx';
export { SettingsMenu } from './settings-menu.tsx';
export { SideMenu, type SideMenuItem } from './side-menu.tsx';
export { t as accountTexts } from './texts.ts';
