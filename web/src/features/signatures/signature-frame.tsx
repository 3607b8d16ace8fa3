import { useState } from 'react';
import { cleanSignatureHtml } from './clean-html.ts';
import classes from './signatures.module.css';

/**
 * A signature as its reader will see it: in a frame without scripts or origin of its own, so that its styles stay inside.
 * Mail is read on white, in the dark too.
 */
export function SignatureFrame({ html, label }: { html: string; label: string }) {
  const [height, setHeight] = useState(96);
  const page = `<!doctype html><meta charset="utf-8"><style>body{margin:0;padding:12px 14px;font:14px/1.45 Arial,sans-serif;color:#171b22;background:#fff;overflow-wrap:anywhere}img{max-width:100%}body>:first-child{margin-top:0}body>:last-child{margin-bottom:0}</style>${cleanSignatureHtml(html)}`;
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
        if (body) setHeight(Math.min(320, Math.max(48, body.scrollHeight)));
      }}
    />
  );
}
