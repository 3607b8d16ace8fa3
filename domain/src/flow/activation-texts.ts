import { toSay } from '../text/say.ts';

/** Exact texts of the checks before activate and resume. */
export const ACTIVATION_TEXTS = toSay({
  no_steps: 'You cannot activate campaigns without steps.',
  linkedin_account: 'Please select a LinkedIn account.',
  email_account: 'Please select an email account.',
  tracking_off: 'Turn on Track clicks in the campaign settings, or delete the Clicked Link condition.',
  signature: 'The signature of this campaign was deleted. Choose another one in the campaign settings.',
  opens_off: 'Turn on Track opens in the campaign settings, or delete the Opened Email condition.',
});
