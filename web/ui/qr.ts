/** QR codes. The library is loaded when the first one is drawn. */

const load = () => import('qrcode')
/** Readable although a quarter of it is covered or printed badly. */
const correction = { errorCorrectionLevel: 'Q' } as const

/** A document of its own, to save as a file. */
export async function qrSvg(text: string): Promise<string> {
  const { toString: draw } = await load()
  return draw(text, { ...correction, type: 'svg', margin: 4 })
}

/** @param width in pixels */
export async function qrCanvas(text: string, width: number): Promise<HTMLCanvasElement> {
  const { toCanvas } = await load()
  const canvas = document.createElement('canvas')
  await toCanvas(canvas, text, { ...correction, width, margin: 2 })
  return canvas
}

/** @param width in pixels */
export async function qrPng(text: string, width: number): Promise<Blob> {
  const canvas = await qrCanvas(text, width)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas has no picture'))), 'image/png'),
  )
}

export interface QrModules {
  /** Modules in a row, without the margin. */
  readonly size: number
  /** The path of the dark modules, one unit each. */
  readonly path: string
}

/** The modules as a path, so that a page can draw them without markup from a library. */
export async function qrModules(text: string): Promise<QrModules> {
  const { create } = await load()
  const { modules } = create(text, correction)
  const { size } = modules
  const cells = Array.from({ length: size * size }, (_, n) => n).filter((n) =>
    modules.get(Math.floor(n / size), n % size),
  )
  return { size, path: cells.map((n) => `M${n % size} ${Math.floor(n / size)}h1v1h-1z`).join('') }
}
