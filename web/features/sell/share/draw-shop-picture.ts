/** Draws the picture of a shop on a canvas: pictures of its products, a band with its name, and its QR code. */
import { qrCanvas } from '#web/ui/qr.ts'

export interface ShopPicture {
  readonly name: string
  readonly town: string | null
  /** The short link, and how it is written. */
  readonly short: string
  readonly spoken: string
  /** Up to three URLs. */
  readonly pictures: readonly string[]
  readonly width: number
  readonly height: number
}

/** Lines that the name may take. */
const mostLines = 3
const paper = '#fbf5ea'
const berry = '#a3153f'
const ink = '#2b1910'
const display = 'Fraunces, Georgia, serif'
const sans = 'Figtree, system-ui, sans-serif'

export async function drawShopPicture(context: CanvasRenderingContext2D, picture: ShopPicture): Promise<void> {
  const { width, height, name, town, short, spoken } = picture
  const [qr, images] = await Promise.all([
    qrCanvas(short, 400),
    Promise.all(picture.pictures.map(loadImage)),
    document.fonts.load(`600 64px ${display}`),
    document.fonts.load(`500 32px ${sans}`),
  ])
  // A wide picture has its text beside the products, a square one below.
  const isWide = width > height * 1.3
  const area = isWide ? { x: 0, y: 0, width: width * 0.5, height } : { x: 0, y: 0, width, height: height * 0.58 }
  const text = isWide
    ? { x: width * 0.5, y: 0, width: width * 0.5, height }
    : { x: 0, y: height * 0.58, width, height: height * 0.42 }

  context.fillStyle = paper
  context.fillRect(0, 0, width, height)
  drawProducts(context, area, images)
  context.fillStyle = berry
  context.fillRect(text.x, text.y, isWide ? 10 : width, isWide ? height : 10)

  const margin = 56
  const qrSize = 220
  const left = text.x + margin
  const qrLeft = text.x + text.width - margin - qrSize
  const qrTop = text.y + text.height - margin - qrSize
  context.drawImage(qr, qrLeft, qrTop, qrSize, qrSize)

  context.fillStyle = ink
  context.textBaseline = 'top'
  const nameWidth = isWide ? text.width - 2 * margin : qrLeft - left - 32
  const size = fittingSize(context, name, nameWidth, mostLines)
  context.font = `600 ${size}px ${display}`
  let top = text.y + margin + 8
  for (const line of wrapped(context, name, nameWidth).slice(0, mostLines)) {
    context.fillText(line, left, top)
    top += size * 1.12
  }
  if (town) {
    context.font = `500 34px ${sans}`
    context.fillText(town, left, top + 8, nameWidth)
  }
  context.textBaseline = 'alphabetic'
  const bottom = text.y + text.height - margin
  context.fillStyle = berry
  context.font = `700 36px ${sans}`
  context.fillText('Order online', left, bottom - 44, qrLeft - left - 24)
  context.fillStyle = ink
  context.font = `500 28px ${sans}`
  context.fillText(spoken, left, bottom - 4, qrLeft - left - 24)
}

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One picture fills the area. Of three, the first has two thirds of it. */
function drawProducts(context: CanvasRenderingContext2D, area: Area, images: readonly HTMLImageElement[]): void {
  context.fillStyle = '#f4e9d7'
  context.fillRect(area.x, area.y, area.width, area.height)
  const [first, second, third] = images
  if (!first) return
  const gap = 8
  if (!second) {
    drawCover(context, first, area)
    return
  }
  const main = Math.round(area.width * (third ? 0.64 : 0.5))
  drawCover(context, first, { ...area, width: main })
  const side = { x: area.x + main + gap, width: area.width - main - gap }
  if (!third) {
    drawCover(context, second, { ...area, ...side })
    return
  }
  const half = (area.height - gap) / 2
  drawCover(context, second, { ...side, y: area.y, height: half })
  drawCover(context, third, { ...side, y: area.y + half + gap, height: half })
}

/** Fills the area and crops what is too much, as `object-fit: cover`. */
function drawCover(context: CanvasRenderingContext2D, image: HTMLImageElement, area: Area): void {
  const scale = Math.max(area.width / image.naturalWidth, area.height / image.naturalHeight)
  const [width, height] = [area.width / scale, area.height / scale]
  context.drawImage(
    image,
    (image.naturalWidth - width) / 2,
    (image.naturalHeight - height) / 2,
    width,
    height,
    area.x,
    area.y,
    area.width,
    area.height,
  )
}

/** The largest size at which the text has at most so many lines. */
function fittingSize(context: CanvasRenderingContext2D, text: string, width: number, lines: number): number {
  for (let size = 76; size > 36; size -= 4) {
    context.font = `600 ${size}px ${display}`
    const found = wrapped(context, text, width)
    if (found.length <= lines && found.every((line) => context.measureText(line).width <= width)) return size
  }
  return 36
}

function wrapped(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    const longer = `${last} ${word}`
    if (last !== undefined && context.measureText(longer).width <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  // A canvas with a picture of another origin can only be saved if that allows it.
  image.crossOrigin = 'anonymous'
  image.src = url
  await image.decode()
  return image
}
