import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { softenForText } from '@overture/domain/brand/contrast';
import { cutText } from '@overture/domain/text/text-bounds';
import PDFDocument from 'pdfkit';
import type { Paper, PaperFigure, PaperPart } from './paper.ts';

type Doc = InstanceType<typeof PDFDocument>;

const MARGIN = 48;
const ROW_HEIGHT = 18;
const FOOT_HEIGHT = 36;
const LOGO_FIT = [140, 44] as const;
const FIGURE_HEIGHT = 92;
const FIGURES_A_ROW = 3;
const FIGURE_GAP = 10;
const INK = '#18181b';
const PALE = '#63636b';
const LINE = '#e4e4e7';
/** Cells are one line: longer ones end with dots. */
const CELL_MAX = 200;

const fontFile = (weight: string): Buffer =>
  readFileSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`)));
let fonts: { plain: Buffer; bold: Buffer } | undefined;

/** The work of a thread: fonts take longer to read than the event loop may wait. Nothing in the file names what made it. */
export function run(paper: Paper): Promise<Buffer> {
  fonts ??= { plain: fontFile('400Regular'), bold: fontFile('600SemiBold') };
  const by = paper.brand.name;
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    lang: paper.language,
    displayTitle: true,
    info: { Title: paper.title, Author: by, Creator: by, Producer: by, CreationDate: paper.made_at },
  });
  const chunks: Buffer[] = [];
  const isWritten = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  doc.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold);
  drawHead(doc, paper);
  if (paper.figures) drawFigures(doc, paper.figures, paper.brand.color);
  for (const part of paper.parts) drawPart(doc, part);
  drawFeet(doc, by, paper.language);
  doc.end();
  return isWritten;
}

const widthOf = (doc: Doc): number => doc.page.width - 2 * MARGIN;
const bottomOf = (doc: Doc): number => doc.page.height - MARGIN - FOOT_HEIGHT;

function drawHead(doc: Doc, { brand, title, notes }: Paper): void {
  doc.rect(0, 0, doc.page.width, 6).fill(brand.color);
  if (brand.logo) {
    const [width, height] = LOGO_FIT;
    const left = MARGIN + widthOf(doc) - width;
    doc.image(Buffer.from(brand.logo), left, MARGIN - 16, { fit: [width, height], align: 'right', valign: 'center' });
  }
  doc.font('bold').fontSize(10).fillColor(softenForText(brand.color, '#ffffff'));
  drawLine(doc, brand.name, MARGIN, MARGIN - 12, widthOf(doc) - (brand.logo ? LOGO_FIT[0] + 12 : 0), 'left');
  doc.font('bold').fontSize(20).fillColor(INK);
  drawLine(doc, title, MARGIN, MARGIN + 10, widthOf(doc), 'left');
  doc.font('plain').fontSize(9.5).fillColor(PALE);
  notes.forEach((note, index) => {
    drawLine(doc, note, MARGIN, MARGIN + 40 + index * 14, widthOf(doc), 'left');
  });
  doc.y = MARGIN + 40 + notes.length * 14;
}

/** Cards three in a row, each with its bars in the brand's color. */
function drawFigures(doc: Doc, figures: readonly PaperFigure[], color: string): void {
  const width = (widthOf(doc) - (FIGURES_A_ROW - 1) * FIGURE_GAP) / FIGURES_A_ROW;
  const top = doc.y + 20;
  figures.forEach((figure, index) => {
    const left = MARGIN + (index % FIGURES_A_ROW) * (width + FIGURE_GAP);
    drawFigure(doc, figure, color, {
      left,
      top: top + Math.floor(index / FIGURES_A_ROW) * (FIGURE_HEIGHT + FIGURE_GAP),
      width,
    });
  });
  doc.y = top + Math.ceil(figures.length / FIGURES_A_ROW) * (FIGURE_HEIGHT + FIGURE_GAP) - FIGURE_GAP;
}

function drawFigure(
  doc: Doc,
  { label, value, note, bars }: PaperFigure,
  color: string,
  { left, top, width }: { left: number; top: number; width: number },
): void {
  const inner = width - 20;
  doc.roundedRect(left, top, width, FIGURE_HEIGHT, 6).lineWidth(0.5).stroke(LINE);
  doc.font('plain').fontSize(8.5).fillColor(PALE);
  drawLine(doc, label, left + 10, top + 9, inner, 'left');
  doc.font('bold').fontSize(17).fillColor(INK);
  drawLine(doc, value, left + 10, top + 21, inner, 'left');
  doc.font('plain').fontSize(8).fillColor(PALE);
  drawLine(doc, note, left + 10, top + 44, inner, 'left');
  const highest = Math.max(...bars, 1);
  const step = inner / Math.max(bars.length, 1);
  const ink = softenForText(color, '#ffffff');
  const foot = top + FIGURE_HEIGHT - 9;
  bars.forEach((bar, index) => {
    // A day without any keeps its place on the line.
    const height = Math.max(0.5, (bar / highest) * 24);
    doc.rect(left + 10 + index * step, foot - height, Math.max(0.5, step - 1), height).fill(bar > 0 ? ink : LINE);
  });
}

function drawPart(doc: Doc, part: PaperPart): void {
  // A heading never ends a page.
  if (doc.y + 4 * ROW_HEIGHT > bottomOf(doc)) turnPage(doc);
  doc.y += 20;
  doc.font('bold').fontSize(12).fillColor(INK);
  drawLine(doc, part.heading, MARGIN, doc.y, widthOf(doc), 'left');
  doc.y += 20;
  if (part.rows.length === 0 && part.empty !== undefined) {
    drawRow(doc, [part.empty], 'plain', PALE);
    return;
  }
  const drawCells = (cells: readonly string[], font: string, color: string) =>
    drawRow(doc, cells, font, color, part.first_share);
  drawCells(part.columns, 'bold', PALE);
  for (const row of part.rows) {
    if (doc.y + ROW_HEIGHT > bottomOf(doc)) {
      turnPage(doc);
      drawCells(part.columns, 'bold', PALE);
    }
    drawCells(row, 'plain', INK);
  }
  for (const [cells, font, color] of listEnding(part)) {
    if (doc.y + ROW_HEIGHT > bottomOf(doc)) turnPage(doc);
    drawCells(cells, font, color);
  }
}

/** The text under the rows. */
function listEnding({ total, note }: PaperPart): [readonly string[], string, string][] {
  return [...(total ? [[total, 'bold', INK] as const] : []), ...(note ? [[[note], 'plain', PALE] as const] : [])].map(
    ([cells, font, color]) => [cells, font, color],
  );
}

function turnPage(doc: Doc): void {
  doc.addPage();
  doc.y = MARGIN;
}

/** @param share how many times the room of each of the others the first cell has */
function drawRow(doc: Doc, cells: readonly string[], font: string, color: string, share = 2): void {
  const unit = widthOf(doc) / (cells.length - 1 + share);
  const top = doc.y;
  doc.font(font).fontSize(9.5).fillColor(color);
  cells.forEach((cell, index) => {
    const isFirst = index === 0;
    const left = isFirst ? MARGIN : MARGIN + (index - 1 + share) * unit;
    drawLine(doc, cell, left, top + 4, isFirst ? share * unit - 8 : unit, isFirst ? 'left' : 'right');
  });
  doc
    .moveTo(MARGIN, top + ROW_HEIGHT)
    .lineTo(MARGIN + widthOf(doc), top + ROW_HEIGHT)
    .lineWidth(0.5)
    .stroke(LINE);
  doc.y = top + ROW_HEIGHT;
}

function drawLine(doc: Doc, text: string, x: number, y: number, width: number, align: 'left' | 'right'): void {
  const line = cutText(text, CELL_MAX).replace(/\s+/g, ' ');
  doc.text(line, x, y, { width, align, height: 1, ellipsis: true, lineBreak: true });
  doc.y = y;
}

const NUMBER_OF_PAGE: Record<Paper['language'], (page: number, count: number) => string> = {
  en: (page, count) => `Page ${page} of ${count}`,
  de: (page, count) => `Seite ${page} von ${count}`,
};

function drawFeet(doc: Doc, brand: string, language: Paper['language']): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Below the margin pdfkit would turn the page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - MARGIN;
    doc.font('plain').fontSize(8).fillColor(PALE);
    drawLine(doc, brand, MARGIN, y, widthOf(doc) / 2, 'left');
    drawLine(doc, NUMBER_OF_PAGE[language](page + 1, count), MARGIN + widthOf(doc) / 2, y, widthOf(doc) / 2, 'right');
  }
}
