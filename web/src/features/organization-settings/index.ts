export { SettingSwitch, SettingSwitches } from './setting-switches.tsx';
export { useChangeSettings } from './use-settings.ts';
