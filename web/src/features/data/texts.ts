import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  title: 'Data',
  subtitle: 'Everything your organization has, in one file that is yours.',
  create: 'Make an archive',
  empty: 'No archives yet',
  empty_text:
    'An archive holds your leads, campaigns, conversations, files and settings as they are at one moment. You can read it without this program.',
  loading_failed: "Couldn't load the archives.",
  list: 'Archives',
  made: 'Requested {date}',
  made_by: 'Requested {date} by {name}',
  making: 'Making the archive',
  waiting: 'Waiting for its turn',
  rows: '{done} of {total} rows',
  making_text: "You can leave this page: we'll send an email when it's ready. Your campaigns keep running.",
  stop: 'Stop',
  stopped_toast: 'The archive was stopped.',
  stop_failed: "Couldn't stop the archive. Try again.",
  state_ready: 'Ready',
  state_failed: 'Failed',
  state_stopped: 'Stopped',
  state_expired: 'Deleted',
  ready: '{size}, available until {date}',
  with_secrets: 'with mailbox passwords, encrypted',
  without_secrets: 'without mailbox passwords',
  expired_note: 'Archives are deleted after 7 days.',
  download: 'Download',
  download_failed: "Couldn't download the archive. Try again.",
  download_started: 'Your download has started.',

  dialog_title: 'Make an archive',
  includes:
    'The archive holds leads, lists, research, campaigns with their history, conversations, files, boards, the suppression list and your team.',
  excludes:
    'It never holds passwords of your team, API keys, webhook secrets, or connections to Google, Microsoft, LinkedIn or a CRM.',
  moving:
    'To continue in another installation, pause your campaigns first. Two installations that both send contact people twice.',
  has_passphrase: 'Include mailbox passwords, encrypted with a passphrase',
  passphrase: 'Passphrase',
  passphrase_hint: 'At least {min} characters.',
  repeat: 'Repeat the passphrase',
  warning:
    "We don't store the passphrase and can't recover it. Without it, the mailbox passwords in the archive are lost.",
  too_short: 'Enter at least {min} characters.',
  differs: "The passphrases don't match.",
  create_failed: "Couldn't make the archive. Try again.",
});
