import { CANVAS_ZOOM } from '@overture/domain/limits';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { formatPercent } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import { t } from '../texts.ts';

interface CanvasControlsProps {
  zoom: number;
  onZoom: (zoom: number) => void;
  onFit: () => void;
}

/** Zoom in steps of 0.2 and 'Zoom to fit'. */
export function CanvasControls({ zoom, onZoom, onFit }: CanvasControlsProps) {
  const change = (by: number) =>
    onZoom(Math.min(CANVAS_ZOOM.max, Math.max(CANVAS_ZOOM.min, Math.round((zoom + by) * 10) / 10)));
  return (
    <div className="absolute bottom-4 left-gutter z-5 flex items-center gap-0.5 p-0.75 border border-line rounded-[10px] bg-raised">
      <IconButton label={t('zoom_out')} disabled={zoom <= CANVAS_ZOOM.min} onClick={() => change(-CANVAS_ZOOM.step)}>
        <IconMinus size={16} aria-hidden />
      </IconButton>
      <span className="min-w-11 text-ink-3 text-meta text-center number">{formatPercent(Math.round(zoom * 100))}</span>
      <IconButton label={t('zoom_in')} disabled={zoom >= CANVAS_ZOOM.max} onClick={() => change(CANVAS_ZOOM.step)}>
        <IconPlus size={16} aria-hidden />
      </IconButton>
      <IconButton label={t('zoom_fit')} onClick={onFit}>
        <IconMaximize size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
