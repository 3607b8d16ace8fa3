import { defineTexts } from '../../lib/texts.ts';

export const t = defineTexts({
  summary:
    '{count, plural, one {{shown} lead is missing data that a message needs} other {{shown} leads are missing data that a message needs}}',
  none: 'Every lead has what the messages need.',
  note: 'Leads on hold wait until the data is added, then resume automatically. Without an address they wait for the days set in the step, which is then skipped.',
  failed: "Couldn't check for missing data.",
  table: 'Missing data by field and step',
  column_field: 'Missing',
  column_step: 'Step',
  column_leads: 'Leads',
  step: '{step} · step {number}',
  resolve: 'Resolve',
  resolve_row: 'Resolve: {field}, step {number}',
  show: 'Review data',
  show_title: 'Lead data',
  unknown_variable: 'Unknown variable “{name}”',
  // What can be done
  stand_in: 'Use other words for these leads…',
  fallback: 'Write a fallback into the message…',
  look_up: 'Look it up…',
  fill: 'Fill in here…',
  skip: 'Skip this step for them…',
  remove: 'Remove from the campaign…',
  hold: 'Leave on hold',
  // One decision
  words: 'Words to use instead',
  words_hint_stand_in:
    '{count, plural, one {For {shown} lead in this campaign. Its own value is used as soon as it has one.} other {For {shown} leads in this campaign. Their own values are used as soon as they have one.}}',
  words_hint_fallback:
    "A copy of the message with these words becomes its fallback message. It's sent to every lead missing this, now and later.",
  stand_in_title: 'Other words for “{field}”',
  fallback_title: 'Fallback for “{field}”',
  skip_title:
    '{count, plural, one {Skip step {number} for {shown} lead?} other {Skip step {number} for {shown} leads?}}',
  skip_text:
    "They don't get this step. The next step waits as if this one had been done. You can undo this until then.",
  remove_title:
    '{count, plural, one {Remove {shown} lead from the campaign?} other {Remove {shown} leads from the campaign?}}',
  remove_text: 'They stay in their lead list. Nothing more is sent to them from this campaign.',
  look_up_title: 'Look up “{field}”?',
  look_up_text:
    '{count, plural, one {This costs at most {shown} credit. You only pay for what is found.} other {This costs at most {shown} credits. You only pay for what is found.}}',
  look_up_done: "There's no one left to look up.",
  apply: 'Use these words',
  skip_confirm: 'Skip the step',
  remove_confirm: 'Remove leads',
  look_up_confirm: 'Start lookup',
  cancel: 'Cancel',
  done: '{count, plural, one {Done for {shown} lead.} other {Done for {shown} leads.}}',
  done_none: 'No lead is missing this anymore.',
  looking: '{count, plural, one {Looking it up for {shown} lead.} other {Looking it up for {shown} leads.}}',
  decide_failed: 'Nothing was changed.',
  // Decided already
  decided_skip:
    '{count, plural, one {Step {number} is skipped for {shown} lead} other {Step {number} is skipped for {shown} leads}}',
  decided_words:
    '{count, plural, one {“{words}” is used for {field} of {shown} lead} other {“{words}” is used for {field} of {shown} leads}}',
  decided_many:
    '{count, plural, one {Other words are used for {field} of {shown} lead} other {Other words are used for {field} of {shown} leads}}',
  undo: 'Undo',
  undo_decision: 'Undo: {what}',
  // Filling in
  fill_title: 'Fill in “{field}”',
  fill_text: 'Paste a column into a field to fill the ones below it. Values added by others in the meantime are kept.',
  fill_label: '{field} of {name}',
  fill_save: 'Save',
  fill_saved: '{count, plural, one {{shown} lead filled in.} other {{shown} leads filled in.}}',
  fill_left: '{count, plural, one {{shown} already had a value.} other {{shown} already had a value.}}',
  fill_rest:
    "{count, plural, one {{shown} line didn't fit on this page.} other {{shown} lines didn't fit on this page.}}",
  fill_empty: 'No lead is missing this anymore.',
  fill_failed: "Couldn't save. Your text is kept.",
  close: 'Close',
  // Odd values
  odd: '{count, plural, one {{shown} value will look odd in your message} other {{shown} values will look odd in your messages}}',
  odd_more: 'More than {shown} values will look odd in your messages',
  odd_review: 'Review',
  odd_title: 'Values that will look odd',
  odd_text: 'Choose what to change. Nothing changes until you apply it, and you can undo it here.',
  odd_all: 'Choose all',
  odd_row: '{field} of {name}: change “{from}” to “{to}”',
  odd_empty: 'empty',
  odd_none: 'Nothing looks odd.',
  odd_apply: '{count, plural, one {Change {shown} value} other {Change {shown} values}}',
  odd_changed: '{count, plural, one {{shown} value changed.} other {{shown} values changed.}}',
  odd_left:
    '{count, plural, one {{shown} was edited by someone else and stays.} other {{shown} were edited by someone else and stay.}}',
  odd_undone: 'Everything is back as it was.',
  odd_failed: "Couldn't change the values.",
});
