export { default as settingsLayoutClasses } from './account.module.css';
export { getPushState, renewPush } from './push.ts';
export { BackgroundReplies, getNotificationState, type NewReply, showNotification } from './reply-notifications.ts';
export { SettingsMenu } from './settings-menu.tsx';
export { SideMenu, type SideMenuItem } from './side-menu.tsx';
