import { CANVAS_ZOOM } from '@overture/domain/limits';
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { formatPercent } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/inputs/app-button.tsx';
import classes from '../flow.module.css';
import { t } from '../texts.ts';
import { fitFlow } from './fit-flow.ts';

/** Zoom in steps of 0.2 and 'Zoom to fit'. */
export function CanvasControls() {
  const { zoomTo, getNodes, getNodesBounds, setViewport } = useReactFlow();
  const canvas = useStoreApi();
  const zoom = useStore((state) => state.transform[2]);
  const change = (by: number) => {
    const next = Math.min(CANVAS_ZOOM.max, Math.max(CANVAS_ZOOM.min, Math.round((zoom + by) * 10) / 10));
    void zoomTo(next, { duration: 120, interpolate: 'linear' });
  };
  return (
    <div className={classes.controls}>
      <IconButton label={t('zoom_out')} disabled={zoom <= CANVAS_ZOOM.min} onClick={() => change(-CANVAS_ZOOM.step)}>
        <IconMinus size={16} aria-hidden />
      </IconButton>
      <span className={`${classes.zoom} number`}>{formatPercent(Math.round(zoom * 100))}</span>
      <IconButton label={t('zoom_in')} disabled={zoom >= CANVAS_ZOOM.max} onClick={() => change(CANVAS_ZOOM.step)}>
        <IconPlus size={16} aria-hidden />
      </IconButton>
      <IconButton
        label={t('zoom_fit')}
        onClick={() =>
          void setViewport(fitFlow(getNodesBounds(getNodes()), canvas.getState()), {
            duration: 160,
            interpolate: 'linear',
          })
        }
      >
        <IconMaximize size={16} aria-hidden />
      </IconButton>
    </div>
  );
}
