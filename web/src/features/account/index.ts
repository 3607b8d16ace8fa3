export { default as settingsLayoutClasses } from './account.module.css';
export { SettingsMenu } from './settings-menu.tsx';
export { SideMenu, type SideMenuItem } from './side-menu.tsx';
