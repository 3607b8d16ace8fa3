import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { buildMailPage } from './mail-page.ts';
import classes from './thread.module.css';

interface MailFrameProps {
  html: string;
  title: string;
  /** Where remote pictures are loaded from; null while the reader did not ask for them. */
  pictureAddress: ((address: string) => string) | null;
  showsQuoted: boolean;
  /** A formatted message of ours: its images are files that our server has. */
  isOurs: boolean;
}

/** Colors of the application as values: a frame knows none of its variables. */
function readColors(scheme: 'light' | 'dark') {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(name).trim();
  return { text: value('--text') || 'inherit', link: scheme === 'dark' ? '#a5b4fc' : '#4f46e5', scheme };
}

/**
 * A received mail in a frame of its own: no scripts, no forms, and nothing loaded from elsewhere without consent. It keeps
 * our origin only so that its height can be measured; its links open new tabs that know nothing of us.
 */
export function MailFrame({ html, title, pictureAddress, showsQuoted, isOurs }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(24);
  const scheme = useComputedColorScheme('light');
  const page = useMemo(
    () => buildMailPage(html, { pictureAddress, showsQuoted, isOurs, colors: readColors(scheme) }),
    [html, pictureAddress, showsQuoted, isOurs, scheme],
  );
  const observer = useRef<ResizeObserver | undefined>(undefined);
  useEffect(() => () => observer.current?.disconnect(), []);
  function measure() {
    observer.current?.disconnect();
    const body = frame.current?.contentDocument?.body;
    if (!body) return;
    const update = () => setHeight(Math.ceil(body.getBoundingClientRect().height));
    observer.current = new ResizeObserver(update);
    observer.current.observe(body);
    update();
  }
  return (
    <iframe
      ref={frame}
      title={title}
      className={classes.frame}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={page}
      style={{ height }}
      onLoad={measure}
    />
  );
}
