import { RequirementSwitch } from '../../features/security/requirement-switch.tsx';
import { SecurityLogPage } from '../../features/security-log/security-log-page.tsx';

/** `/settings/security`. */
export function SecurityScreen() {
  return <SecurityLogPage settings={<RequirementSwitch />} />;
}
