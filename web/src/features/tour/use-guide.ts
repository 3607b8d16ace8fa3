import { useQueryClient } from '@tanstack/react-query';
import { type Driver, driver } from 'driver.js';
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../lib/api/api-client.ts';
import { useGo } from '../../lib/navigation/navigation.tsx';
import { setTour, type TourProgress } from '../../lib/tour.ts';
import { toReadingKey } from '../../ui/direction.ts';
import { wantsReducedMotion } from '../../ui/reduced-motion.ts';
import { waitFor } from './anchors.ts';
import { STEPS } from './steps.ts';
import { t } from './texts.ts';

/** Highlights the part of the screen for a step, once it is loaded. A failing step is logged and the tour stops. */
export function useGuide(progress: TourProgress, isPaused: boolean, onLeave: () => void) {
  const client = useQueryClient();
  const go = useGo();
  const [problem, setProblem] = useState<string>();
  const [tries, setTries] = useState(0);
  const latest = useRef({ progress, onLeave });
  latest.current = { progress, onLeave };
  const guide = useDriver(latest);
  const { step } = progress;
  useEffect(() => {
    let isOver = false;
    async function show() {
      const { prepare, anchor } = STEPS[step] as (typeof STEPS)[number];
      await prepare({ client, go }, latest.current.progress);
      const element = isOver ? undefined : await waitFor(anchor(latest.current.progress));
      if (!isOver) highlight(guide(), step, element);
    }
    if (isPaused || tries < 0) guide().destroy();
    else
      show().catch((error: unknown) => {
        console.error('A step of the tour failed', error);
        if (isOver) return;
        guide().destroy();
        setProblem(errorMessage(error, String(error)));
      });
    return () => {
      isOver = true;
    };
  }, [step, isPaused, tries, client, go, guide]);
  const retry = useCallback(() => {
    setProblem(undefined);
    setTries((before) => before + 1);
  }, []);
  return { problem, retry };
}

type Latest = React.RefObject<{ progress: TourProgress; onLeave: () => void }>;

/** A step takes its time: until it shows, the one before cannot be left again. */
function move(guide: Driver | undefined, latest: Latest, by: number): void {
  const { popover } = guide?.getState() ?? {};
  const [forth, back] = [popover?.nextButton, popover?.previousButton];
  if (forth?.disabled) return;
  for (const button of [forth, back]) button?.setAttribute('disabled', '');
  const { progress } = latest.current;
  setTour({ ...progress, step: Math.max(0, progress.step + by) });
}

/** One pointer for the whole tour. Escape and the cross ask first; the arrow keys move between steps. */
function useDriver(latest: Latest): () => Driver {
  const made = useRef<Driver>(undefined);
  const guide = useCallback(() => {
    made.current ??= driver({
      animate: !wantsReducedMotion(),
      allowKeyboardControl: false,
      overlayClickBehavior: () => {},
      disableActiveInteraction: true,
      stagePadding: 6,
      stageRadius: 8,
      popoverClass: 'tour',
      onNextClick: () => move(made.current, latest, 1),
      onPrevClick: () => move(made.current, latest, -1),
      onCloseClick: () => latest.current.onLeave(),
    });
    return made.current;
  }, [latest]);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const action = made.current?.isActive() && keys[toReadingKey(event.key)];
      if (!action) return;
      // Before the dialogs below hear it: they would close under the tour.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (action === 'leave') latest.current.onLeave();
      else move(made.current, latest, action);
    }
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      made.current?.destroy();
    };
  }, [latest]);
  return guide;
}

const keys: Record<string, 'leave' | 1 | -1> = { Escape: 'leave', ArrowRight: 1, ArrowLeft: -1 };

function highlight(guide: Driver, step: number, element: HTMLElement | undefined): void {
  const { name } = STEPS[step] as (typeof STEPS)[number];
  const isLast = step === STEPS.length - 1;
  element?.scrollIntoView({ block: 'nearest' });
  guide.highlight({
    ...(element ? { element } : {}),
    popover: {
      title: t(`${name}_title`),
      description: t(`${name}_text`),
      showButtons: ['next', 'close', ...(step > 0 ? (['previous'] as const) : [])],
      showProgress: true,
      progressText: t('progress', { step: step + 1, steps: STEPS.length }),
      nextBtnText: t(isLast ? 'finish' : 'next'),
      doneBtnText: t(isLast ? 'finish' : 'next'),
      prevBtnText: t('back'),
      onPopoverRender: ({ closeButton, nextButton }) => {
        closeButton.setAttribute('aria-label', t('close'));
        // The library would begin at the cross.
        setTimeout(() => nextButton.focus());
      },
    },
  });
}
