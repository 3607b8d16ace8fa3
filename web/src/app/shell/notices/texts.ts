import { defineTexts } from '../../../lib/texts.ts';

/** Apart from the rest: few people see these notices, and they are loaded late. */
export const t = defineTexts({
  sandbox: 'Sandbox',
  sandbox_text: '{vendors} are simulated here. Nothing leaves this server.',
  sandbox_open: 'See what was sent',
  hold_title: 'Sending is on hold.',
  hold_since: 'On hold since {time}.',
  hold_admin:
    "Release sending once you're sure no other installation and no former database server sends from the same data.",
  hold_member:
    'An administrator can release sending here, or with the “release-hold” command. Nothing is lost in the meantime.',
  hold_release: 'Release sending',
  hold_confirm: 'Release sending?',
  hold_confirm_text:
    'Every organization starts sending again. Do this only if no other installation and no former database server runs on the same data. After a restore, wait some minutes first: emails that the inbox finds in Sent folders count as sent, and the others leave again.',
  hold_released: 'Sending resumed',
  hold_not_released: "Couldn't release sending. Try again.",
  trial_ended_title: 'Your trial has ended',
  subscription_ended_title: 'Your subscription has ended',
  trial_ended_text:
    'Your lists, campaigns and conversations are kept: you can read and export them and reply to your leads. Running campaigns are on hold, and nothing that costs credits starts. They resume automatically when you upgrade.',
  trial_ended_admin_text:
    'Your lists, campaigns and conversations are kept: you can read and export them and reply to your leads. Running campaigns are on hold, and nothing that costs credits starts. They resume automatically when an administrator extends your plan.',
  trial_ended_close: 'Keep reading',
  trial_ended_contact: 'Contact us',
  upgrade_plan: 'Upgrade plan',
  due_title: 'Your last payment failed.',
  due_text: 'Everything keeps running until {date}. After that, campaigns are on hold until you pay.',
  due_manager: 'Update your card',
  due_member: 'Please let your billing admin know.',
  webhooks_title: 'Webhooks',
  webhooks_off: '{count, plural, one {A webhook was switched off.} other {{count} webhooks were switched off.}}',
  webhooks_text:
    '{count, plural, one {Check its receiver, then switch it on and replay what failed.} other {Check their receivers, then switch them on and replay what failed.}}',
  webhooks_open: 'Open webhooks',
  low_credits_title: 'Low credits',
  low_credits_left: '{count, plural, one {{credits} credit left.} other {{credits} credits left.}}',
  low_credits_days:
    '{count, plural, =0 {At this pace they last less than a day.} one {At this pace they last {count} day.} other {At this pace they last {count} days.}}',
  low_credits_share: "That's {percent}% of the last top-up.",
  low_credits_billing: 'Open billing',
  low_credits_plan: 'Open plan and credits',
  low_credits_member: 'Ask your billing admin to add credits.',
  low_credits_hide: 'Hide for today',
  jobs: 'Running jobs',
  jobs_done: 'Finished',
  jobs_stopped: 'Stopped',
  jobs_failed: 'Failed',
  jobs_open: 'Open',
  jobs_dismiss: 'Dismiss',
  jobs_minimize: 'Hide details',
  jobs_show: 'Show details',
});
