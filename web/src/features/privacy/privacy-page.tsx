import { PageHeader } from '../../ui/layout/page-header.tsx';
import { AuditSection } from './audit-section.tsx';
import { ErasuresSection } from './erasures-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { t } from './texts.ts';

/** What the organization owes people whose data it holds, a section each. */
export function PrivacyPage() {
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="flex flex-col gap-8 px-gutter pb-6">
        <ErasuresSection />
        <RetentionSection />
        <AuditSection />
      </div>
    </>
  );
}
