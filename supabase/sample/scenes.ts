/** Arranges food in a picture: which prop, which emoji, where. Pure; the same product always gives the same picture. */
import type { EmojiName } from './emoji.ts'
import type { Palette } from './palettes.ts'
import {
  backdrop,
  box,
  type Cover,
  covers,
  type Dish,
  dishes,
  light,
  type Support,
  shelves,
  side,
  supports,
  type Wall,
} from './props.ts'

/** Something in the picture. If it stands, its foot is at x, y and it has a shadow on the ground. If it lies, its centre is there. */
export interface Item {
  readonly name: EmojiName
  readonly x: number
  readonly y: number
  /** The longer side. */
  readonly size: number
  readonly stands: boolean
  readonly turn?: number
  readonly isMirrored?: boolean
}

export interface Scene {
  readonly svg: string
  readonly items: readonly Item[]
}

/** The picture's plan in the sample catalogue. */
export type PicturePlan =
  | { scene: 'still'; wall: Wall; on: Support; hero: EmojiName | readonly EmojiName[]; with?: readonly EmojiName[] }
  | { scene: 'above'; cover: Cover; dish: Dish; hero: EmojiName; count?: 1 | 2 | 3 | 5; with?: readonly EmojiName[] }
  | {
      scene: 'box'
      cover: Cover
      hero: readonly EmojiName[]
      columns: number
      rows: number
      with?: readonly EmojiName[]
    }
  | { scene: 'scatter'; cover: Cover; hero: EmojiName; with: readonly EmojiName[] }
  | { scene: 'shelves'; hero: readonly EmojiName[] }

/** A generator of pseudo-random numbers from 0 to 1. The same text gives the same numbers. */
export function seededRandom(text: string): () => number {
  let state = 2166136261
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Places around the main food of a still life, the farthest first, because what is drawn later covers it. */
const around = [
  { x: 178, y: 985, size: 250 },
  { x: 1108, y: 975, size: 240 },
  { x: 300, y: 1165, size: 236 },
  { x: 985, y: 1175, size: 230 },
  { x: 128, y: 1150, size: 170 },
] as const

function arrangeStillLife(
  plan: Extract<PicturePlan, { scene: 'still' }>,
  palette: Palette,
  random: () => number,
): Scene {
  const support = supports[plan.on]
  const heroes = typeof plan.hero === 'string' ? [plan.hero] : plan.hero
  const spots =
    heroes.length === 1
      ? [{ x: 640, lift: 0, size: plan.on === 'stand' ? 610 : 700 }]
      : heroes.length === 2
        ? [
            { x: 470, lift: 24, size: 520 },
            { x: 815, lift: -14, size: 470 },
          ]
        : [
            { x: 390, lift: 30, size: 420 },
            { x: 890, lift: 30, size: 420 },
            { x: 640, lift: -26, size: 480 },
          ]
  const main = heroes.map((name, n) => {
    const { x, lift, size } = spots[n % spots.length] ?? { x: 640, lift: 0, size: 600 }
    return { name, x, y: support.top + 30 - lift, size, stands: true }
  })
  const sides = (plan.with ?? []).map((name, n) => {
    const { x, y, size } = around[n % around.length] ?? around[0]
    return { name, x: x + (random() - 0.5) * 40, y: y + (random() - 0.5) * 20, size, stands: true, isMirrored: x > 640 }
  })
  const behind = sides.filter(({ y }) => y < 1050)
  const front = sides.filter(({ y }) => y >= 1050)
  return { svg: backdrop(palette, plan.wall) + support.draw(palette), items: [...behind, ...main, ...front] }
}

/** The places of one, two, three or five pieces on a dish. */
const layouts = {
  1: [{ x: 640, y: 640, size: 640 }],
  2: [
    { x: 470, y: 560, size: 450 },
    { x: 810, y: 740, size: 450 },
  ],
  3: [
    { x: 640, y: 450, size: 390 },
    { x: 450, y: 770, size: 390 },
    { x: 830, y: 770, size: 390 },
  ],
  5: [
    { x: 420, y: 440, size: 310 },
    { x: 860, y: 440, size: 310 },
    { x: 640, y: 650, size: 330 },
    { x: 420, y: 860, size: 310 },
    { x: 860, y: 860, size: 310 },
  ],
} as const

const corners = [
  { x: 150, y: 160 },
  { x: 1130, y: 1120 },
  { x: 1125, y: 165 },
  { x: 160, y: 1115 },
  { x: 640, y: 90 },
  { x: 640, y: 1200 },
] as const

function arrangeFromAbove(
  plan: Extract<PicturePlan, { scene: 'above' }>,
  palette: Palette,
  random: () => number,
): Scene {
  const count = plan.count ?? 1
  const shift = plan.dish === 'board' ? -40 : 0
  const heroes = layouts[count].map(({ x, y, size }) => ({
    name: plan.hero,
    x: x + shift,
    y,
    size,
    stands: false,
    turn: count === 1 ? 0 : Math.round((random() - 0.5) * 50),
  }))
  const sides = cornerItems(plan.with ?? [], random)
  return { svg: covers[plan.cover](palette) + light + dishes[plan.dish](palette), items: [...heroes, ...sides] }
}

/** Food in the corners, partly cut off by the frame. */
function cornerItems(names: readonly EmojiName[], random: () => number): Item[] {
  return names.map((name, n) => {
    const { x, y } = corners[n % corners.length] ?? corners[0]
    return {
      name,
      x: x + (random() - 0.5) * 60,
      y: y + (random() - 0.5) * 60,
      size: 200 + random() * 60,
      stands: false,
      turn: Math.round((random() - 0.5) * 70),
    }
  })
}

function arrangeBox(plan: Extract<PicturePlan, { scene: 'box' }>, palette: Palette, random: () => number): Scene {
  const { svg, compartments, size } = box(palette, plan.columns, plan.rows)
  const items = compartments.map(({ x, y }, n) => ({
    name: plan.hero[n % plan.hero.length] ?? 'cookie',
    x,
    y,
    size,
    stands: false,
    turn: Math.round((random() - 0.5) * 14),
  }))
  return { svg: covers[plan.cover](palette) + light + svg, items: [...items, ...cornerItems(plan.with ?? [], random)] }
}

function arrangeScatter(
  plan: Extract<PicturePlan, { scene: 'scatter' }>,
  palette: Palette,
  random: () => number,
): Scene {
  const items: Item[] = []
  for (let row = 0; row < 4; row += 1)
    for (let column = 0; column < 4; column += 1) {
      const isHero = (row + column) % 2 === 0
      const small = plan.with[(row * 2 + column) % plan.with.length] ?? plan.hero
      items.push({
        name: isHero ? plan.hero : small,
        x: 110 + column * 353 + (random() - 0.5) * 50,
        y: 110 + row * 353 + (random() - 0.5) * 50,
        size: isHero ? 340 : 190,
        stands: false,
        turn: Math.round((random() - 0.5) * 60),
      })
    }
  return { svg: covers[plan.cover](palette) + light, items }
}

function arrangeShelves(plan: Extract<PicturePlan, { scene: 'shelves' }>, palette: Palette): Scene {
  const { svg, boards } = shelves(palette)
  const half = Math.ceil(plan.hero.length / 2)
  const items = plan.hero.map((name, n) => {
    const onTop = n < half
    const count = onTop ? half : plan.hero.length - half
    const width = (side - 200) / count
    return {
      name,
      x: 100 + width * ((onTop ? n : n - half) + 0.5),
      y: boards[onTop ? 0 : 1] + 8,
      size: Math.min(width - 30, 400),
      stands: true,
    }
  })
  return { svg, items }
}

/** @param seed varies pictures of the same plan */
export function arrange(plan: PicturePlan, palette: Palette, seed: string): Scene {
  const random = seededRandom(seed)
  switch (plan.scene) {
    case 'still':
      return arrangeStillLife(plan, palette, random)
    case 'above':
      return arrangeFromAbove(plan, palette, random)
    case 'box':
      return arrangeBox(plan, palette, random)
    case 'scatter':
      return arrangeScatter(plan, palette, random)
    case 'shelves':
      return arrangeShelves(plan, palette)
  }
}

export const bannerSize = { width: 1600, height: 500 } as const

export function arrangeBanner(names: readonly EmojiName[], palette: Palette, seed: string): Scene {
  const random = seededRandom(seed)
  const { width, height } = bannerSize
  const items: Item[] = []
  // Tall, small, medium: an irregular rhythm. The frame cuts the ends off.
  const sizes = [230, 150, 190, 280, 140, 210, 250, 160]
  for (let x = 20, n = 0; x < width + 60; n += 1) {
    const size = sizes[n % sizes.length] ?? 200
    const name = names[n % names.length]
    if (name)
      items.push({ name, x: x + size / 2, y: 436 + random() * 26, size, stands: true, isMirrored: random() > 0.5 })
    x += size * 0.86 + 34
  }
  const awning = Array.from(
    { length: 17 },
    (_, n) =>
      `<path d="M${n * 100 - 50} 0h100v58a50 50 0 0 1-100 0z" fill="${n % 2 ? palette.accent : palette.glow}"/>`,
  ).join('')
  const svg = `<rect width="${width}" height="${height}" fill="url(#wall)"/><ellipse cx="800" cy="420" rx="720" ry="300" fill="${palette.glow}" opacity=".8"/>${awning}<rect y="392" width="${width}" height="108" fill="url(#table)"/><rect y="392" width="${width}" height="6" fill="#fff" opacity=".4"/>`
  return { svg, items: items.toSorted((a, b) => a.y - b.y) }
}

export const logoSize = { width: 512, height: 512 } as const

export function arrangeLogo(name: EmojiName, palette: Palette): Scene {
  const petals = Array.from({ length: 24 }, (_, n) => {
    const angle = (n / 24) * 2 * Math.PI
    return `<circle cx="${Math.round(256 + 196 * Math.cos(angle))}" cy="${Math.round(256 + 196 * Math.sin(angle))}" r="31" fill="${palette.glow}"/>`
  }).join('')
  const svg = `<rect width="512" height="512" fill="${palette.accent}"/>${petals}<circle cx="256" cy="256" r="200" fill="${palette.glow}"/><circle cx="256" cy="256" r="184" fill="none" stroke="${palette.accent}" stroke-width="5" stroke-dasharray="1 13" stroke-linecap="round"/>`
  return { svg, items: [{ name, x: 256, y: 254, size: 262, stands: false }] }
}
