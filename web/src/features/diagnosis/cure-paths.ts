import type { DiagnosisCause } from '@overture/contract/diagnosis';
import type { Cure } from '@overture/domain/diagnosis/causes';
import { type Path, pb } from '../../lib/navigation/paths.ts';

type Subject = Pick<DiagnosisCause, 'campaign_id' | 'account_id'>;

const campaignOf = ({ campaign_id }: Subject): Path =>
  campaign_id === null ? pb.campaigns() : pb.campaign(campaign_id);
const senderOf = ({ account_id }: Subject): Path =>
  account_id === null ? pb.senders() : pb.senders({ settings: account_id });

const PATHS: Record<Exclude<Cure, 'ask_operator'>, (of: Subject) => Path> = {
  start_campaign: campaignOf,
  resume_campaign: campaignOf,
  restore_campaign: campaignOf,
  publish_changes: campaignOf,
  open_settings: campaignOf,
  open_steps: campaignOf,
  add_leads: campaignOf,
  open_leads: campaignOf,
  fill_data: campaignOf,
  choose_sender: campaignOf,
  open_sender: senderOf,
  reconnect_sender: () => pb.senders(),
  // Its notice has the button that resumes emails.
  release_guard: (of) => (of.account_id === null ? campaignOf(of) : pb.senders()),
  open_plan: () => pb.plan(),
  review_approval: () => pb.approvals(),
  open_today: () => pb.today(),
  open_inbox: () => pb.inbox(),
  act_on_linkedin: () => pb.linkedinTasks(),
  open_touch_lock: () => pb.touchLock(),
  open_integrations: () => pb.integrations(),
};

/** The screen that removes a cause; null where none of the organization does. */
export function findCurePath({ cure, ...of }: Pick<DiagnosisCause, 'cure'> & Subject): Path | null {
  return cure === null || cure === 'ask_operator' ? null : PATHS[cure](of);
}
