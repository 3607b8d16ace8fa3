import { useMemo, useState } from 'react';
import classes from './display.module.css';
import { usePictureSource } from './picture-source.ts';

interface PaperFrameProps {
  /** HTML that was cleaned before: scripts and forms are off in the frame. */
  html: string;
  label: string;
  /** Pixels, before its height is known and then at the least and at the most. */
  minHeight: number;
  maxHeight?: number;
}

const styles = `body{margin:0;padding:14px 16px;font:14px/1.5 Arial,sans-serif;color:#171b22;background:#fff;overflow-wrap:anywhere}
p{margin:0 0 12px}img{max-width:100%}a{color:#3b4fd8}mark{padding:0 2px;border-radius:3px;background:#dfe6ff;color:#26348f}mark[data-gap]{background:#fde3e1;color:#a3150d}
body>:first-child{margin-top:0}body>:last-child{margin-bottom:0}`;

/** Our own mail as its reader sees it, in a frame whose styles stay inside. Mail is read on white, in the dark too. */
export function PaperFrame({ html, label, minHeight, maxHeight = Number.POSITIVE_INFINITY }: PaperFrameProps) {
  const [height, setHeight] = useState(minHeight);
  const sourceOf = usePictureSource();
  const body = useMemo(() => routePictures(html, sourceOf), [html, sourceOf]);
  return (
    <iframe
      title={label}
      className={classes.frame}
      // Same origin only for measuring its height; scripts stay off.
      sandbox="allow-same-origin"
      srcDoc={`<!doctype html><meta charset="utf-8"><base target="_blank"><style>${styles}</style>${body}`}
      style={{ height }}
      tabIndex={-1}
      onLoad={(event) => {
        const shown = event.currentTarget.contentDocument?.body;
        if (shown) setHeight(Math.min(maxHeight, Math.max(minHeight, shown.scrollHeight)));
      }}
    />
  );
}

/** Pictures load from where the application says: the page's policy names no other host. */
export function routePictures(html: string, sourceOf: (address: string) => string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const image of page.querySelectorAll('img[src]')) {
    image.setAttribute('src', sourceOf(image.getAttribute('src') ?? ''));
  }
  return page.body.innerHTML;
}
