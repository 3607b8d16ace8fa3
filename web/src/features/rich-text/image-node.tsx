import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { useLexicalNodeSelection } from '@lexical/react/useLexicalNodeSelection';
import type { RichImage } from '@overture/domain/message/rich/rich-text';
import { IconPhoto, IconPhotoOff } from '@tabler/icons-react';
import {
  $applyNodeReplacement,
  CLICK_COMMAND,
  COMMAND_PRIORITY_LOW,
  DecoratorNode,
  type LexicalNode,
  type NodeKey,
  type SerializedLexicalNode,
  type Spread,
} from 'lexical';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { t } from './texts.ts';

/** Files that a text may show, and how one is added; null where texts have no images. */
export interface ImageFiles {
  names: readonly string[];
  /** Where one is shown from; left out where only its name is shown. */
  addressOf?: (name: string) => string | null;
  /** Returns the name it is stored under, or why it was refused. */
  add: (file: File) => Promise<{ name: string } | { problem: string }>;
}

export const ImageFilesContext = createContext<ImageFiles | null>(null);

type SerializedImage = Spread<{ image: RichImage }, SerializedLexicalNode>;

/** An image in a text: a file of the mail, moved and deleted whole. */
export class ImageNode extends DecoratorNode<ReactNode> {
  __image: RichImage;

  static override getType(): string {
    return 'mail-image';
  }

  static override clone(node: ImageNode): ImageNode {
    return new ImageNode(node.__image, node.__key);
  }

  static override importJSON(serialized: SerializedImage): ImageNode {
    return $createImageNode(serialized.image);
  }

  constructor(image: RichImage = { kind: 'image', name: '', alt: '', width: null }, key?: NodeKey) {
    super(key);
    this.__image = image;
  }

  override exportJSON(): SerializedImage {
    return { ...super.exportJSON(), image: this.__image };
  }

  override createDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'inline-block';
    return element;
  }

  override updateDOM(): false {
    return false;
  }

  override isInline(): true {
    return true;
  }

  override getTextContent(): string {
    return this.__image.alt;
  }

  override decorate(): ReactNode {
    return <ImageChip nodeKey={this.__key} image={this.__image} />;
  }
}

export function $createImageNode(image: RichImage): ImageNode {
  return $applyNodeReplacement(new ImageNode(image));
}

export function $isImageNode(node: LexicalNode | null | undefined): node is ImageNode {
  return node instanceof ImageNode;
}

/** A click selects it; Backspace then removes it. */
function ImageChip({ nodeKey, image }: { nodeKey: NodeKey; image: RichImage }) {
  const [editor] = useLexicalComposerContext();
  const [isSelected, setSelected, clearSelection] = useLexicalNodeSelection(nodeKey);
  const files = useContext(ImageFilesContext);
  const isMissing = files !== null && !files.names.includes(image.name);
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
  const Icon = isMissing ? IconPhotoOff : IconPhoto;
  const address = files?.addressOf?.(image.name) ?? null;
  if (address !== null) {
    return (
      <img
        src={address}
        alt={image.alt}
        width={image.width ?? undefined}
        draggable={false}
        className={`inline-block max-w-full max-h-60 border-2 rounded-control align-bottom ${isSelected ? 'border-accent-line' : 'border-transparent'}`}
      />
    );
  }
  return (
    <span
      role="img"
      aria-label={image.alt}
      title={isMissing ? t('image_missing', { name: image.name }) : image.alt}
      className={`inline-flex items-center gap-1.5 max-w-full py-1 px-2 border rounded-control text-meta ${
        isSelected ? 'border-accent-line bg-accent-soft' : 'border-line bg-sunken'
      } ${isMissing ? 'text-red' : 'text-ink-2'}`}
    >
      <Icon size={15} aria-hidden />
      <span className="truncate">{image.name}</span>
      {image.width === null ? null : <span className="number text-ink-3">{image.width} px</span>}
    </span>
  );
}
