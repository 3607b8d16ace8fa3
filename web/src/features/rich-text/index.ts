export { $readBlocks, $readLines, $writeBlocks, RICH_NODES, RICH_THEME } from './blocks.ts';
export { FormatBar } from './format-bar.tsx';
export { $createImageNode, type ImageFiles, ImageFilesContext } from './image-node.tsx';
export { LinkFields } from './link-fields.tsx';
export { RichBehaviour } from './rich-behaviour.tsx';
