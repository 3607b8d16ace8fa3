import { VALIDATION_TEXTS } from '@overture/domain/access/validation-texts';
import { defineTexts } from '../../lib/texts.ts';

/** Of the page of one list. */
export const t = defineTexts({
  back: 'Back to lead lists',
  column_name: 'Lead list',
  import_leads: 'Import leads',
  imports: 'Imports',
  legal_basis: 'Legal basis of this list',
  ai_research: 'AI Research',
  find_new_leads: 'Find new leads',
  find_leads: 'Find leads',
  add_to_campaign: 'Add to campaign',
  list_empty_text: 'Find leads in the lead database, or import them from a file or LinkedIn.',
  list_empty_any: 'Find leads in the lead database, or import them.',
  list_empty_import: 'Import leads.',
  list_empty_find: 'Find leads in the lead database.',
  list_empty_closed: 'Finding and importing leads is turned off for your organization.',
  off: 'Lead lists are turned off',
  off_action: 'Go to the dashboard',
  list_name: 'List name',
  name_invalid: VALIDATION_TEXTS.list_name,
  rename_failed: "Couldn't save the new name.",
  list_missing: 'This list does not exist',
  list_missing_text: 'It may belong to another organization, or the URL may be wrong.',
  list_missing_action: 'All lead lists',
});
