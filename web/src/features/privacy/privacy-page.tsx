import { privacyEndpoints } from '@overture/contract/privacy';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TrackingDomains } from '../link-tracking/index.ts';
import { SettingSwitches } from '../organization-settings/index.ts';
import { AuditSection } from './audit-section.tsx';
import { ErasuresSection } from './erasures-section.tsx';
import { NoticeForm } from './notice-form.tsx';
import { t as noticeText } from './notice-texts.ts';
import { RequestsSection } from './requests-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { t } from './texts.ts';
import { UnnotifiedSection } from './unnotified-section.tsx';

/** The two lists are as high as what they hold: what is below them comes once they are there, and does not jump. */
function useListsLoaded(): boolean {
  const requests = useQuery(
    queryOptions(privacyEndpoints.listPrivacyRequests, { query: { page: 1, is_closed: false } }),
  );
  const leads = useQuery(queryOptions(privacyEndpoints.listUnnotifiedLeads, { query: { page: 1 } }));
  return !requests.isPending && !leads.isPending;
}

/** What the organization owes people whose data it holds, a section each. */
export function PrivacyPage() {
  const isLoaded = useListsLoaded();
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <RequestsSection />
      {isLoaded ? <OtherSections /> : null}
    </>
  );
}

function OtherSections() {
  return (
    <>
      <UnnotifiedSection />
      <section aria-labelledby="privacy-notice" className="mb-8">
        <h2 id="privacy-notice" className="px-gutter mb-1">
          {noticeText('notice')}
        </h2>
        <p className="px-gutter mb-3 text-ink-3 text-table">{noticeText('notice_text')}</p>
        <SettingSwitches screen="privacy" />
        <NoticeForm />
      </section>
      <div className="flex flex-col gap-8 px-gutter pb-6">
        <ErasuresSection />
        <RetentionSection />
        <TrackingDomains />
        <AuditSection />
      </div>
    </>
  );
}
