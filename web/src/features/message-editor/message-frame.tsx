import { useState } from 'react';
import classes from './message-editor.module.css';

interface MessageFrameProps {
  /** HTML that the server made and cleaned. */
  html: string;
  label: string;
}

/** A mail as its reader sees it, in a frame without scripts; mail is read on white, in the dark too. */
export function MessageFrame({ html, label }: MessageFrameProps) {
  const [height, setHeight] = useState(120);
  const page = `<!doctype html><meta charset="utf-8"><base target="_blank"><style>body{margin:0;padding:14px 16px;font:14px/1.5 Arial,sans-serif;color:#171b22;background:#fff;overflow-wrap:anywhere}p{margin:0 0 12px}img{max-width:100%}a{color:#3b4fd8}</style>${html}`;
  return (
    <iframe
      title={label}
      className={classes.frame}
      // The origin is ours only so that its height can be read; scripts stay off.
      sandbox="allow-same-origin"
      srcDoc={page}
      style={{ height }}
      tabIndex={-1}
      onLoad={(event) => {
        const body = event.currentTarget.contentDocument?.body;
        if (body) setHeight(Math.max(72, body.scrollHeight));
      }}
    />
  );
}
