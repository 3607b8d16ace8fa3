import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useLexicalNodeSelection } from '@lexical/react/useLexicalNodeSelection';
import { readSegments, type Segment, writeSegments } from '@overture/domain/message/tokens';
import { IconLink, IconMailOff, IconSignature, IconSparkles, IconTelescope } from '@tabler/icons-react';
import {
  $applyNodeReplacement,
  $getNodeByKey,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
  DecoratorNode,
  type LexicalNode,
  type NodeKey,
  type SerializedLexicalNode,
  type Spread,
} from 'lexical';
import { type ReactNode, useEffect } from 'react';
import classes from '../message-editor.module.css';
import { t } from '../texts.ts';
import { ConditionChip, OutputChip } from './template-chips.tsx';

export type TokenSegment = Exclude<Segment, { kind: 'text' }>;
type SerializedToken = Spread<{ segment: TokenSegment }, SerializedLexicalNode>;

/** A variable or token in a message: one atom that is inserted, walked over and deleted whole. Its text is its wire form. */
export class TokenNode extends DecoratorNode<ReactNode> {
  __segment: TokenSegment;

  static override getType(): string {
    return 'message-token';
  }

  static override clone(node: TokenNode): TokenNode {
    return new TokenNode(node.__segment, node.__key);
  }

  static override importJSON(serialized: SerializedToken): TokenNode {
    return $createTokenNode(serialized.segment);
  }

  constructor(segment: TokenSegment = { kind: 'unknown_variable', name: '' }, key?: NodeKey) {
    super(key);
    this.__segment = segment;
  }

  override exportJSON(): SerializedToken {
    return { ...super.exportJSON(), segment: this.__segment };
  }

  override createDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'inline-block leading-5';
    return element;
  }

  override updateDOM(): false {
    return false;
  }

  override isInline(): true {
    return true;
  }

  /** Arrow keys step over it, so that typing goes on at once on its other side. */
  override isKeyboardSelectable(): boolean {
    return false;
  }

  override getTextContent(): string {
    return writeSegments([this.__segment]);
  }

  override decorate(): ReactNode {
    return <SelectableToken nodeKey={this.__key} segment={this.__segment} />;
  }
}

export function $createTokenNode(segment: TokenSegment): TokenNode {
  return $applyNodeReplacement(new TokenNode(segment));
}

export function $isTokenNode(node: LexicalNode | null | undefined): node is TokenNode {
  return node instanceof TokenNode;
}

/** A click selects the whole token; Backspace or Delete then removes it. */
function SelectableToken({ nodeKey, segment }: { nodeKey: NodeKey; segment: TokenSegment }) {
  const [editor] = useLexicalComposerContext();
  const [isSelected, setSelected, clearSelection] = useLexicalNodeSelection(nodeKey);
  useEffect(
    () =>
      editor.registerCommand(
        CLICK_COMMAND,
        (event) => {
          if (!editor.getElementByKey(nodeKey)?.contains(event.target as Node)) return false;
          clearSelection();
          setSelected(true);
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
    [editor, nodeKey, setSelected, clearSelection],
  );
  const replace = (source: string): void => {
    const [next] = readSegments(source);
    if (next === undefined || next.kind === 'text') return;
    editor.update(() => $getNodeByKey(nodeKey)?.replace($createTokenNode(next)));
  };
  const changed = { isEditable: editor.isEditable(), onReplace: replace };
  return (
    <span className={classes.tokenFrame} data-selected={isSelected || undefined}>
      {segment.kind === 'tag' ? (
        <ConditionChip source={segment.source} {...changed} />
      ) : segment.kind === 'variable' || segment.kind === 'expression' ? (
        <OutputChip source={writeSegments([segment])} {...changed} />
      ) : (
        <TokenChip segment={segment} />
      )}
    </span>
  );
}

/** How a token looks inside the text. */
function TokenChip({ segment }: { segment: Exclude<TokenSegment, { kind: 'variable' | 'expression' | 'tag' }> }) {
  switch (segment.kind) {
    case 'unknown_variable':
      return (
        <Chip kind="unknown" title={t('token_unknown', { name: segment.name })}>
          {segment.name}
        </Chip>
      );
    case 'link':
      return (
        <Chip kind="link" title={t('token_link', { text: segment.text, url: segment.url })}>
          <IconLink size={13} aria-hidden />
          {segment.text}
        </Chip>
      );
    case 'signature':
      return (
        <Chip kind="signature" title={t('token_signature', { name: segment.name })}>
          <IconSignature size={13} aria-hidden />
          {segment.name}
        </Chip>
      );
    case 'unsubscribe':
      return (
        <Chip kind="link" title={t('token_unsubscribe', { text: segment.text })}>
          <IconMailOff size={13} aria-hidden />
          {segment.text}
        </Chip>
      );
    case 'snippet':
      return (
        <Chip kind="snippet" title={t('token_snippet', { name: segment.name })}>
          <IconSparkles size={13} aria-hidden />
          {segment.name}
        </Chip>
      );
    case 'research':
      return (
        <Chip kind="research" title={t('token_research', { name: segment.name })}>
          <IconTelescope size={13} aria-hidden />
          {segment.name}
        </Chip>
      );
  }
}

function Chip({ kind, title, children }: { kind: string; title: string; children: ReactNode }) {
  return (
    <span className={classes.token} data-token={kind} title={title}>
      {children}
    </span>
  );
}
