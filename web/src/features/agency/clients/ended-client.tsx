import { type AgencyClient, agencyEndpoints } from '@overture/contract/agency';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { errorMessage, mutationOptions } from '../../../lib/api/api-client.ts';
import { formatDate } from '../../../lib/format.ts';
import { saveFile } from '../../../lib/save-csv.ts';
import { toast } from '../../../ui/feedback/toast.tsx';
import { AppButton } from '../../../ui/inputs/app-button.tsx';
import { useStepUp } from '../../security/index.ts';
import { t } from '../texts.ts';

/** What becomes of a cancelled client, and its data to take along until then. */
export function EndedClient({ client }: { client: AgencyClient }) {
  const stepUp = useStepUp();
  const archive = useMutation({
    ...mutationOptions(agencyEndpoints.exportClient),
    onSuccess: ({ download_url }) => {
      saveFile(`client-${client.id}.zip`, download_url);
      toast.success(t('archive_started'));
    },
    onError: (error) => {
      if (!stepUp.ask(error, start)) toast.error(errorMessage(error, t('archive_failed')));
    },
  });
  function start() {
    archive.mutate({ params: { id: client.id } });
  }
  if (!client.cancelled_at || !client.erase_at) return null;
  const isOver = Date.parse(client.erase_at) <= Date.now();
  const dates = { date: formatDate(client.cancelled_at), erase: formatDate(client.erase_at) };
  return (
    <section
      aria-label={t('ended')}
      className="flex flex-wrap items-center gap-3 p-4 rounded-card bg-amber-soft text-amber"
    >
      <p className="flex-[1_1_24rem]">{t(isOver ? 'ended_over' : 'ended_note', dates)}</p>
      {isOver || !client.is_open_to_agency ? null : (
        <AppButton icon={<IconDownload size={16} aria-hidden />} loading={archive.isPending} onClick={start}>
          {t('archive')}
        </AppButton>
      )}
      {isOver || client.is_open_to_agency ? null : <p className="basis-full text-table">{t('archive_closed')}</p>}
      {stepUp.dialog}
    </section>
  );
}
