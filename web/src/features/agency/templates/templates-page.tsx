import { agencyTemplatesEndpoints } from '@overture/contract/agency-templates';
import { campaignsEndpoints, type Template } from '@overture/contract/campaigns';
import { IconTemplate, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, errorMessage, mutationOptions, queryOptions, refetch } from '../../../lib/api/api-client.ts';
import { queryFailure } from '../../../lib/api/query-failure.tsx';
import { whenRefetched } from '../../../lib/api/writes.ts';
import { DeleteButton } from '../../../lib/delete-button.tsx';
import { Skeleton } from '../../../ui/feedback/spinner.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { TemplateOption } from '../../templates/index.ts';
import { t } from '../texts.ts';
import { RenameTemplate } from './rename-template.tsx';
import { ShareRows } from './share-rows.tsx';
import { t as sharing } from './texts.ts';

const SAVED_MS = 3000;
const LIST = 'grid gap-2 m-0 p-0 list-none';
const ROW = 'flex flex-wrap items-center gap-3 p-3 border border-line rounded-card bg-surface';

/** What clients can begin a campaign with, and the campaigns it is made of. */
export function AgencyTemplatesPage() {
  const templates = useQuery(queryOptions(agencyTemplatesEndpoints.listAgencyTemplates));
  const campaigns = useQuery(queryOptions(campaignsEndpoints.listCampaigns));
  return (
    <>
      <PageHeader title={t('templates')} subtitle={t('templates_text')} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: without templates and campaigns nothing in it takes the focus, and it scrolls */}
      <div className="grid grid-cols-1 content-start gap-6 flex-1 overflow-auto px-gutter pt-3 pb-8" tabIndex={0}>
        <Section title={t('agency_templates')}>
          {queryFailure(templates)}
          {templates.isPending ? <Skeleton height={72} radius={12} /> : null}
          {templates.data?.agency_templates.length === 0 ? (
            <EmptyState
              compact
              icon={<IconTemplate size={22} />}
              title={t('no_templates')}
              text={t('no_templates_text')}
            />
          ) : null}
          <ul className={LIST}>
            {templates.data?.agency_templates.map((template) => (
              <TemplateRow key={template.id} template={template} />
            ))}
          </ul>
        </Section>
        <Section title={t('campaigns')}>
          {queryFailure(campaigns)}
          {campaigns.isPending ? <Skeleton height={72} radius={12} /> : null}
          {campaigns.data?.campaigns.length === 0 ? <EmptyState compact title={t('no_campaigns')} /> : null}
          <ul className={LIST}>
            {campaigns.data?.campaigns.map((campaign) => (
              <CampaignRow key={campaign.id} id={campaign.id} name={campaign.name} />
            ))}
          </ul>
        </Section>
        <Section title={sharing('tasks')}>
          <ShareRows kind="task" />
        </Section>
        <Section title={sharing('snippets')}>
          <ShareRows kind="snippet" />
        </Section>
      </div>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-3 text-section">{title}</h2>
      {children}
    </section>
  );
}

function TemplateRow({ template }: { template: Template }) {
  const queries = useQueryClient();
  return (
    <li className={ROW}>
      <TemplateOption template={template} />
      <RenameTemplate template={template} />
      <DeleteButton
        label={t('delete_named', { name: template.name })}
        icon={<IconTrash size={16} aria-hidden />}
        confirm={t('delete_template_confirm')}
        title={t('delete_template')}
        text={t('delete_template_text')}
        failed={t('failed')}
        remove={async () => {
          await call(agencyTemplatesEndpoints.deleteAgencyTemplate, { params: { id: template.id } });
          await refetch(queries, agencyTemplatesEndpoints.listAgencyTemplates);
        }}
      />
    </li>
  );
}

function CampaignRow({ id, name }: { id: number; name: string }) {
  const save = useMutation({
    ...mutationOptions(agencyTemplatesEndpoints.convertToTemplate),
    onSuccess: async () => {
      await whenRefetched();
      toast.success(t('template_saved'), { duration: SAVED_MS });
    },
    onError: (error) => toast.error(errorMessage(error, t('failed'))),
  });
  return (
    <li className={ROW}>
      <span className="flex-1 min-w-0 font-medium wrap-anywhere">{name}</span>
      <AppButton
        size="small"
        aria-label={t('save_template_named', { name })}
        loading={save.isPending}
        onClick={() => save.mutate({ params: { id }, body: { name: t('template_of', { name }) } })}
      >
        {t('save_template')}
      </AppButton>
    </li>
  );
}
