import { brandingEndpoints } from '@overture/contract/branding';
import { useQuery } from '@tanstack/react-query';
import { queryOptions } from '../../lib/api/api-client.ts';
import { queryFailure } from '../../lib/api/query-failure.tsx';
import { Skeleton } from '../../ui/feedback/spinner.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { BrandingForm } from './branding-form.tsx';
import { HostSection } from './host-section.tsx';
import { MailSection } from './mail-section.tsx';
import { t } from './texts.ts';

/** How clients know the product: looks, own domain, own sender. */
export function BrandingPage() {
  const found = useQuery(queryOptions(brandingEndpoints.getAgencyBranding));
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="flex flex-1 flex-col gap-8 overflow-auto px-gutter pb-8">
        {queryFailure(found)}
        {found.isPending ? <Skeleton height={480} radius={12} /> : null}
        {found.data ? <BrandingForm settings={found.data.settings} /> : null}
        <div className="grid gap-6 items-start grid-cols-[repeat(auto-fit,minmax(min(100%,360px),1fr))]">
          <HostSection />
          <MailSection />
        </div>
      </div>
    </>
  );
}
