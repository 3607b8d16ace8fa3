import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { softenForText } from '@overture/domain/brand/contrast';
import PDFDocument from 'pdfkit';
import type { Paper, PaperPart } from './paper.ts';

type Doc = InstanceType<typeof PDFDocument>;

const MARGIN = 48;
const ROW_HEIGHT = 18;
const FOOT_HEIGHT = 36;
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
    lang: 'en',
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
  for (const part of paper.parts) drawPart(doc, part);
  drawFeet(doc, by);
  doc.end();
  return isWritten;
}

const widthOf = (doc: Doc): number => doc.page.width - 2 * MARGIN;
const bottomOf = (doc: Doc): number => doc.page.height - MARGIN - FOOT_HEIGHT;

function drawHead(doc: Doc, { brand, title, notes }: Paper): void {
  doc.rect(0, 0, doc.page.width, 6).fill(brand.color);
  doc.font('bold').fontSize(10).fillColor(softenForText(brand.color, '#ffffff'));
  drawLine(doc, brand.name, MARGIN, MARGIN - 12, widthOf(doc), 'left');
  doc.font('bold').fontSize(20).fillColor(INK);
  drawLine(doc, title, MARGIN, MARGIN + 10, widthOf(doc), 'left');
  doc.font('plain').fontSize(9.5).fillColor(PALE);
  notes.forEach((note, index) => {
    drawLine(doc, note, MARGIN, MARGIN + 40 + index * 14, widthOf(doc), 'left');
  });
  doc.y = MARGIN + 40 + notes.length * 14;
}

function drawPart(doc: Doc, part: PaperPart): void {
  // A heading never stands alone at the foot of a page.
  if (doc.y + 4 * ROW_HEIGHT > bottomOf(doc)) turnPage(doc);
  doc.y += 20;
  doc.font('bold').fontSize(12).fillColor(INK);
  drawLine(doc, part.heading, MARGIN, doc.y, widthOf(doc), 'left');
  doc.y += 20;
  if (part.rows.length === 0 && part.empty !== undefined) {
    drawRow(doc, [part.empty], 'plain', PALE);
    return;
  }
  drawRow(doc, part.columns, 'bold', PALE);
  for (const row of part.rows) {
    if (doc.y + ROW_HEIGHT > bottomOf(doc)) {
      turnPage(doc);
      drawRow(doc, part.columns, 'bold', PALE);
    }
    drawRow(doc, row, 'plain', INK);
  }
  if (part.total) {
    if (doc.y + ROW_HEIGHT > bottomOf(doc)) turnPage(doc);
    drawRow(doc, part.total, 'bold', INK);
  }
}

function turnPage(doc: Doc): void {
  doc.addPage();
  doc.y = MARGIN;
}

/** The first cell has twice the room of each of the others. */
function drawRow(doc: Doc, cells: readonly string[], font: string, color: string): void {
  const unit = widthOf(doc) / (cells.length + 1);
  const top = doc.y;
  doc.font(font).fontSize(9.5).fillColor(color);
  cells.forEach((cell, index) => {
    const isFirst = index === 0;
    const left = isFirst ? MARGIN : MARGIN + (index + 1) * unit;
    drawLine(doc, cell, left, top + 4, isFirst ? 2 * unit - 8 : unit, isFirst ? 'left' : 'right');
  });
  doc
    .moveTo(MARGIN, top + ROW_HEIGHT)
    .lineTo(MARGIN + widthOf(doc), top + ROW_HEIGHT)
    .lineWidth(0.5)
    .stroke(LINE);
  doc.y = top + ROW_HEIGHT;
}

function drawLine(doc: Doc, text: string, x: number, y: number, width: number, align: 'left' | 'right'): void {
  const line = text.slice(0, CELL_MAX).replace(/\s+/g, ' ');
  doc.text(line, x, y, { width, align, height: 1, ellipsis: true, lineBreak: true });
  doc.y = y;
}

function drawFeet(doc: Doc, brand: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    doc.switchToPage(page);
    // Below the margin pdfkit would turn the page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - MARGIN;
    doc.font('plain').fontSize(8).fillColor(PALE);
    drawLine(doc, brand, MARGIN, y, widthOf(doc) / 2, 'left');
    drawLine(doc, `Page ${page + 1} of ${count}`, MARGIN + widthOf(doc) / 2, y, widthOf(doc) / 2, 'right');
  }
}
