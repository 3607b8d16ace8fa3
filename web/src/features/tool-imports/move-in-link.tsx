import { may } from '@overture/domain/access/permissions';
import { IconTransferIn } from '@tabler/icons-react';
import { useUser } from '../../lib/api/session.ts';
import { AppLink } from '../../lib/navigation/navigation.tsx';
import { pb } from '../../lib/navigation/paths.ts';
import { defineTexts } from '../../lib/texts.ts';

/** Apart from the texts of the page: empty lists must not load those. */
const t = defineTexts({
  link: 'Import from another tool',
});

/** As high as the buttons beside it. */
const linkClasses =
  'inline-flex items-center gap-1.75 h-(--control-height) px-3 rounded-(--button-radius) text-ink-2 font-medium hover:bg-pressed hover:text-ink hover:no-underline';

/**
 * Leads to the import from another tool, for those who may use it: in empty lists of leads and campaigns, and beside the archives
 * of the organization.
 */
export function MoveInLink() {
  const user = useUser();
  if (!may(user, 'settings')) return null;
  return (
    <AppLink to={pb.toolImports()} className={linkClasses}>
      <IconTransferIn size={16} aria-hidden />
      {t('link')}
    </AppLink>
  );
}
