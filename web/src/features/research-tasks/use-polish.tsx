import { enrichmentEndpoints, type InstructionKind } from '@overture/contract/enrichment';
import type { OutputType } from '@overture/domain/leads/lead-columns';
import { isBlank } from '@overture/domain/text/text';
import { IconArrowBackUp, IconWand } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, errorMessage } from '../../lib/api/api-client.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { AppButton } from '../../ui/inputs/app-button.tsx';
import { t } from './texts.ts';

interface PolishInput {
  type: InstructionKind;
  output_type?: OutputType;
  value: string;
  onChange: (text: string) => void;
  /** There is nothing to polish yet; the text says so. */
  onEmpty: (text: string) => void;
}

/** 'Polish with AI' for a field of instructions; what was written before can be had back until something else is written. */
export function usePolish({ type, output_type, value, onChange, onEmpty }: PolishInput) {
  const [polished, setPolished] = useState<{ before: string; after: string } | undefined>();
  const polish = useMutation({
    mutationFn: (prompt: string) => call(enrichmentEndpoints.enhancePrompt, { body: { prompt, type, output_type } }),
    onSuccess: ({ enhanced_prompt: after }, before) => {
      setPolished({ before, after });
      onChange(after);
    },
    onError: (error) => toast.error(errorMessage(error, t('polish_failed')), { duration: 5000 }),
  });
  const tools = (
    <div className="flex gap-1 -ms-2">
      <AppButton
        size="small"
        kind="quiet"
        icon={<IconWand size={15} aria-hidden />}
        loading={polish.isPending}
        onClick={() => (isBlank(value) ? onEmpty(t('prompt_empty')) : polish.mutate(value))}
      >
        {t('polish')}
      </AppButton>
      {polished?.after === value ? (
        <AppButton
          size="small"
          kind="quiet"
          icon={<IconArrowBackUp size={15} aria-hidden />}
          onClick={() => onChange(polished.before)}
        >
          {t('polish_undo')}
        </AppButton>
      ) : null}
    </div>
  );
  return { isPolishing: polish.isPending, tools };
}
