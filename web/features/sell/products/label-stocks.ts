/** The papers that labels are printed on, with the sizes that their makers state. */

/** A sheet of equal cells, or a roll whose pages are one cell. */
export interface LabelStock {
  readonly value: string
  readonly label: string
  /** Millimetres. */
  readonly cell: { readonly width: number; readonly height: number }
  /** The cells of a sheet; one by one on a roll. */
  readonly columns: number
  readonly rows: number
  /** From the edges of the sheet to the first cell. */
  readonly margin: { readonly top: number; readonly left: number }
  /** Between two columns. Rows touch. */
  readonly gap: number
  /** The class of the page, whose size `styles.css` has. */
  readonly page: string
}

const sheet = { page: 'label-sheet', gap: 2.5 }
const roll = { columns: 1, rows: 1, margin: { top: 0, left: 0 }, gap: 0 }

/** From the smallest cell to the largest. */
export const labelStocks: readonly LabelStock[] = [
  {
    ...sheet,
    value: 'l7160',
    label: 'Avery L7160, J8160: 21 a sheet',
    cell: { width: 63.5, height: 38.1 },
    columns: 3,
    rows: 7,
    margin: { top: 15.15, left: 7.25 },
  },
  {
    ...sheet,
    value: 'l7163',
    label: 'Avery L7163: 14 a sheet',
    cell: { width: 99.1, height: 38.1 },
    columns: 2,
    rows: 7,
    margin: { top: 15.15, left: 4.65 },
  },
  { ...roll, value: 'roll62', label: '62 mm roll', cell: { width: 62, height: 100 }, page: 'label-roll-page' },
  {
    ...sheet,
    value: 'l7165',
    label: 'Avery L7165: 8 a sheet',
    cell: { width: 99.1, height: 67.7 },
    columns: 2,
    rows: 4,
    margin: { top: 13.1, left: 4.65 },
  },
  { ...roll, value: 'single', label: '4 × 6 inch labels', cell: { width: 101.6, height: 152.4 }, page: 'label-page' },
]

/** The next larger stock, for labels that do not fit; null if there is none. */
export function largerStock({ value }: LabelStock): LabelStock | null {
  return labelStocks[labelStocks.findIndex((stock) => stock.value === value) + 1] ?? null
}

/** The millimetres of a letter x that the law requires of the text of a label (Regulation (EU) No 1169/2011, article 13). */
export const legalXHeight = 1.2
