import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useLexicalNodeSelection } from '@lexical/react/useLexicalNodeSelection';
import { type BlockSegment, joinConditions, writeBlocks } from '@overture/domain/message/condition-blocks';
import { parseSegments } from '@overture/domain/message/tokens';
import { IconMailOff, IconSignature, IconSparkles, IconTelescope } from '@tabler/icons-react';
import {
  $applyNodeReplacement,
  $getNodeByKey,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
  DecoratorNode,
  type InlineFormattableNode,
  type LexicalNode,
  type NodeKey,
  type SerializedLexicalNode,
  type Spread,
  TEXT_TYPE_TO_FORMAT,
  type TextFormatType,
  toggleTextFormatType,
} from 'lexical';
import { type ReactNode, useEffect } from 'react';
import classes from '../message-editor.module.css';
import { t } from '../texts.ts';
import { ConditionBlockChip } from './condition-block.tsx';
import { ConditionChip, LinkChip, OutputChip } from './template-chips.tsx';

export type TokenSegment = Exclude<BlockSegment, { kind: 'text' }>;
type SerializedToken = Spread<{ segment: TokenSegment; format?: number }, SerializedLexicalNode>;

/**
 * A variable or token in a message: one atom that is inserted, walked over and deleted whole. Its text is its wire form. In formatted
 * text it has a look as words have.
 */
export class TokenNode extends DecoratorNode<ReactNode> implements InlineFormattableNode {
  __segment: TokenSegment;
  __format = 0;
  readonly __isInlineFormattable = true;
  /** Just inserted and still empty: its form opens. */
  __isNew: boolean;

  static override getType(): string {
    return 'message-token';
  }

  static override clone(node: TokenNode): TokenNode {
    const copy = new TokenNode(node.__segment, node.__isNew, node.__key);
    copy.__format = node.__format;
    return copy;
  }

  static override importJSON(serialized: SerializedToken): TokenNode {
    return $createTokenNode(serialized.segment).setFormat(serialized.format ?? 0);
  }

  constructor(segment: TokenSegment = { kind: 'unknown_variable', name: '' }, isNew = false, key?: NodeKey) {
    super(key);
    this.__segment = segment;
    this.__isNew = isNew;
  }

  override exportJSON(): SerializedToken {
    return { ...super.exportJSON(), segment: this.__segment, format: this.__format };
  }

  getFormat(): number {
    return this.getLatest().__format;
  }

  getFormatFlags(type: TextFormatType, alignWithFormat: number | null): number {
    return toggleTextFormatType(this.getFormat(), type, alignWithFormat);
  }

  hasFormat(type: TextFormatType): boolean {
    return (this.getFormat() & (TEXT_TYPE_TO_FORMAT[type] ?? 0)) !== 0;
  }

  setFormat(format: number): this {
    const self = this.getWritable();
    self.__format = format;
    return self;
  }

  toggleFormat(type: TextFormatType): this {
    return this.setFormat(toggleTextFormatType(this.getFormat(), type, null));
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

  /** Arrow keys step over it and typing continues on its other side. */
  override isKeyboardSelectable(): boolean {
    return false;
  }

  override getTextContent(): string {
    return writeBlocks([this.__segment]);
  }

  override decorate(): ReactNode {
    const token = <SelectableToken nodeKey={this.__key} segment={this.__segment} isNew={this.__isNew} />;
    if (this.__format === 0) return token;
    const looks = LOOKS.filter(([type]) => this.hasFormat(type)).map(([, look]) => look);
    return <span className={looks.join(' ')}>{token}</span>;
  }
}

const LOOKS = [
  ['bold', 'font-bold'],
  ['italic', 'italic'],
  ['underline', 'underline'],
] as const;

export function $createTokenNode(segment: TokenSegment, isNew = false): TokenNode {
  return $applyNodeReplacement(new TokenNode(segment, isNew));
}

export function $isTokenNode(node: LexicalNode | null | undefined): node is TokenNode {
  return node instanceof TokenNode;
}

/** A click selects the whole token; Backspace or Delete then removes it. */
function SelectableToken({ nodeKey, segment, isNew }: { nodeKey: NodeKey; segment: TokenSegment; isNew: boolean }) {
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
  /** With another text in its place, or nothing; the caret is then behind it. */
  const replace = (source: string): void => {
    editor.update(() => {
      const nodes = joinConditions(parseSegments(source)).flatMap((next) =>
        next.kind === 'text' ? [] : [$createTokenNode(next)],
      );
      $getNodeByKey(nodeKey)?.selectNext(0, 0);
      const [next] = nodes;
      if (next) $getNodeByKey(nodeKey)?.replace(next);
      else $getNodeByKey(nodeKey)?.remove();
    });
    editor.focus();
  };
  /** Typing continues after the token. */
  const leave = (): void => {
    editor.update(() => $getNodeByKey(nodeKey)?.selectNext(0, 0));
    editor.focus();
  };
  const changed = { isEditable: editor.isEditable(), onReplace: replace };
  return (
    <span className={classes.tokenFrame} data-selected={isSelected || undefined}>
      {segment.kind === 'condition' ? (
        <ConditionBlockChip source={segment.source} isNew={isNew} onLeave={leave} {...changed} />
      ) : segment.kind === 'tag' ? (
        <ConditionChip source={segment.source} {...changed} />
      ) : segment.kind === 'variable' || segment.kind === 'expression' ? (
        <OutputChip source={writeBlocks([segment])} {...changed} />
      ) : segment.kind === 'link' ? (
        <LinkChip link={segment} {...changed} />
      ) : (
        <TokenChip segment={segment} />
      )}
    </span>
  );
}

/** How a token looks inside the text. */
function TokenChip({
  segment,
}: {
  segment: Exclude<TokenSegment, { kind: 'variable' | 'expression' | 'tag' | 'condition' | 'link' }>;
}) {
  switch (segment.kind) {
    case 'unknown_variable':
      return (
        <Chip kind="unknown" title={t('token_unknown', { name: segment.name })}>
          {segment.name}
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
