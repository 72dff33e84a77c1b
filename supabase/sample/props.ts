/** Surfaces and backgrounds as SVG in a square of 1280: walls, tables, cloths, stands, boards, plates, boxes. */
import type { Palette } from './palettes.ts'

export const side = 1280
/** The line where the wall meets the table. */
const horizon = 830

function verticalGradient(id: string, [top, bottom]: readonly [string, string]): string {
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`
}

/** Gradients that every prop uses. */
export function definitions(palette: Palette): string {
  return [
    verticalGradient('wall', palette.wall),
    verticalGradient('table', palette.table),
    verticalGradient('china', ['#ffffff', '#eee3d6']),
    verticalGradient('chinaSide', ['#e9dccb', '#cdbaa5']),
    verticalGradient('wood', ['#d7a273', '#b97f50']),
    verticalGradient('woodSide', ['#9c6438', '#7b4a27']),
    verticalGradient('kraft', ['#d9b48a', '#c39a6d']),
    `<radialGradient id="shadow"><stop offset="0" stop-color="${palette.shade}" stop-opacity=".5"/><stop offset=".55" stop-color="${palette.shade}" stop-opacity=".24"/><stop offset="1" stop-color="${palette.shade}" stop-opacity="0"/></radialGradient>`,
    `<radialGradient id="soft"><stop offset="0" stop-color="${palette.shade}" stop-opacity=".34"/><stop offset=".8" stop-color="${palette.shade}" stop-opacity=".2"/><stop offset="1" stop-color="${palette.shade}" stop-opacity="0"/></radialGradient>`,
    `<radialGradient id="light" cx=".35" cy=".2" r=".95"><stop offset="0" stop-color="#ffffff" stop-opacity=".38"/><stop offset=".6" stop-color="#ffffff" stop-opacity="0"/></radialGradient>`,
    `<linearGradient id="round"><stop offset="0" stop-color="#fff" stop-opacity=".18"/><stop offset=".3" stop-color="#fff" stop-opacity=".36"/><stop offset="1" stop-color="${palette.shade}" stop-opacity=".28"/></linearGradient>`,
    `<radialGradient id="well" cx=".42" cy=".38" r=".75"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#f1e7da"/></radialGradient>`,
  ].join('')
}

const full = (fill: string, extra = '') => `<rect width="${side}" height="${side}" fill="${fill}" ${extra}/>`

export function shadow(x: number, y: number, rx: number, ry: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#shadow)"/>`
}

function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

/** The wall behind a still life. */
const walls = {
  sun: ({ glow }: Palette) => `<circle cx="640" cy="600" r="430" fill="${glow}"/>`,
  arch: ({ glow, wall }: Palette) =>
    `<path d="M250 ${horizon}V520a390 390 0 0 1 780 0V${horizon}z" fill="${glow}"/><path d="M310 ${horizon}V524a330 330 0 0 1 660 0V${horizon}z" fill="${wall[1]}" opacity=".55"/>`,
  stripes: ({ glow }: Palette) =>
    repeat(8, (n) => `<rect x="${n * 160}" width="80" height="${horizon}" fill="${glow}" opacity=".62"/>`),
  dots: ({ glow }: Palette) =>
    repeat(7, (row) =>
      repeat(
        9,
        (n) => `<circle cx="${n * 160 + (row % 2) * 80}" cy="${row * 125 + 50}" r="20" fill="${glow}" opacity=".85"/>`,
      ),
    ),
  scallops: ({ glow, accent }: Palette) =>
    `<rect width="${side}" height="120" fill="${accent}"/>${repeat(8, (n) => `<path d="M${n * 160} 118h160v52a80 80 0 0 1-160 0z" fill="${n % 2 ? glow : accent}"/>`)}`,
  hills: ({ glow, wall }: Palette) =>
    `<circle cx="910" cy="330" r="150" fill="${glow}"/><path d="M0 ${horizon}V640q200-150 430-40 240 120 470-30 210-120 380-20V${horizon}z" fill="${glow}" opacity=".75"/><path d="M0 ${horizon}V760q260-110 560-20 330 90 720-60V${horizon}z" fill="${wall[1]}"/>`,
  window: ({ glow, wall }: Palette) =>
    `<g opacity=".92"><rect x="700" y="110" width="420" height="520" rx="14" fill="${glow}"/><path d="M910 110v520M700 370h420" stroke="${wall[1]}" stroke-width="22"/></g><path d="M120 ${horizon}L420 110h190L330 ${horizon}z" fill="#fff" opacity=".2"/>`,
} as const
export type Wall = keyof typeof walls

/** A wall behind a table. */
export function backdrop(palette: Palette, wall: Wall): string {
  return `${full('url(#wall)')}${walls[wall](palette)}<rect y="${horizon}" width="${side}" height="${side - horizon}" fill="url(#table)"/><rect y="${horizon}" width="${side}" height="10" fill="#fff" opacity=".35"/>`
}

/** What the main food of a still life stands on. `top` is the height of the food's foot. */
export const supports = {
  stand: {
    top: 800,
    draw: ({ accent }: Palette) =>
      `${shadow(640, 1105, 330, 60)}<ellipse cx="640" cy="1090" rx="210" ry="44" fill="url(#chinaSide)"/><ellipse cx="640" cy="1080" rx="210" ry="42" fill="url(#china)"/><path d="M585 860c14 90 6 150-60 214a118 22 0 0 0 230 0c-66-64-74-124-60-214z" fill="url(#chinaSide)"/><ellipse cx="640" cy="842" rx="452" ry="92" fill="url(#chinaSide)"/><ellipse cx="640" cy="836" rx="452" ry="90" fill="${accent}"/><ellipse cx="640" cy="820" rx="452" ry="90" fill="url(#china)"/><ellipse cx="640" cy="816" rx="404" ry="72" fill="#fff" opacity=".65"/>`,
  },
  plate: {
    top: 985,
    draw: ({ accent }: Palette) =>
      `${shadow(640, 1050, 560, 105)}<ellipse cx="640" cy="1014" rx="490" ry="112" fill="url(#chinaSide)"/><ellipse cx="640" cy="998" rx="490" ry="110" fill="url(#china)"/><ellipse cx="640" cy="998" rx="458" ry="99" fill="none" stroke="${accent}" stroke-width="7"/><ellipse cx="640" cy="1002" rx="352" ry="70" fill="#e8dccd" opacity=".65"/><ellipse cx="640" cy="1006" rx="346" ry="66" fill="#fffdf9"/>`,
  },
  board: {
    top: 985,
    draw: () =>
      `${shadow(640, 1060, 600, 100)}<path d="M110 990v38a530 104 0 0 0 1060 0v-38z" fill="url(#woodSide)"/><ellipse cx="640" cy="990" rx="530" ry="108" fill="url(#wood)"/><g fill="none" stroke="#a86f42" stroke-opacity=".45" stroke-width="4"><ellipse cx="610" cy="986" rx="440" ry="84"/><ellipse cx="590" cy="982" rx="330" ry="60"/><ellipse cx="575" cy="980" rx="210" ry="36"/></g>`,
  },
  plinth: {
    top: 890,
    draw: ({ wall, glow }: Palette) =>
      `${shadow(640, 1180, 480, 80)}<path d="M270 890v270a370 72 0 0 0 740 0V890z" fill="${wall[1]}"/><path d="M270 890v270a370 72 0 0 0 740 0V890z" fill="url(#round)"/><ellipse cx="640" cy="890" rx="370" ry="72" fill="${glow}"/>`,
  },
  cloth: {
    top: 1010,
    draw: ({ accent, glow }: Palette) =>
      `${shadow(640, 1100, 640, 150)}<path d="M40 1030L640 870l600 160-600 190z" fill="${glow}"/><path d="M86 1030L640 884l554 146-554 174z" fill="none" stroke="${accent}" stroke-width="9" stroke-dasharray="3 21" stroke-linecap="round"/>`,
  },
} as const
export type Support = keyof typeof supports

/** Window light on flat surfaces. */
export const light = full('url(#light)')

/** Seen from above: the table's cover. */
export const covers = {
  gingham: ({ glow, accent }: Palette) =>
    `${full(glow)}<g fill="${accent}" opacity=".24">${repeat(8, (n) => `<rect x="${n * 160}" width="80" height="${side}"/><rect y="${n * 160}" width="${side}" height="80"/>`)}</g>`,
  linen: ({ glow, wall }: Palette) =>
    `${full('url(#wall)')}<path d="M-40 260L860-60l480 900-900 500z" fill="${glow}"/><path d="M-10 292L850-14l448 840" fill="none" stroke="${wall[1]}" stroke-width="10"/>`,
  tiles: ({ wall, glow }: Palette) =>
    `${full(wall[0])}<g fill="${glow}">${repeat(4, (row) => repeat(4, (n) => ((row + n) % 2 ? '' : `<rect x="${n * 320}" y="${row * 320}" width="320" height="320"/>`)))}</g><path d="M320 0v1280M640 0v1280M960 0v1280M0 320h1280M0 640h1280M0 960h1280" stroke="${wall[1]}" stroke-width="5" opacity=".6"/>`,
  planks: ({ table }: Palette) =>
    `${full('url(#table)')}<g stroke="${table[1]}" stroke-width="7">${repeat(4, (n) => `<path d="M0 ${n * 320}h1280"/>`)}</g><g stroke="${table[0]}" stroke-width="3" opacity=".7" fill="none">${repeat(8, (n) => `<path d="M0 ${n * 160 + 60}q320 ${n % 2 ? 34 : -34} 640 0t640 0"/>`)}</g>`,
  plain: ({ glow }: Palette) => `${full('url(#wall)')}<path d="M0 1280L1280 0v1280z" fill="${glow}" opacity=".7"/>`,
  confetti: ({ glow, accent }: Palette) =>
    `${full('url(#wall)')}${repeat(7, (row) => repeat(7, (n) => `<rect x="${n * 190 + (row % 2) * 95}" y="${row * 190 + 20}" width="64" height="20" rx="10" fill="${(row + n) % 3 ? glow : accent}" opacity=".8" transform="rotate(${(row * 67 + n * 41) % 180} ${n * 190 + 30} ${row * 190 + 30})"/>`))}`,
} as const
export type Cover = keyof typeof covers

/** Seen from above: the dish under the food. */
export const dishes = {
  none: () => '',
  plate: ({ accent }: Palette) =>
    `<circle cx="660" cy="676" r="500" fill="url(#soft)"/><circle cx="640" cy="640" r="470" fill="url(#well)"/><circle cx="640" cy="640" r="438" fill="none" stroke="${accent}" stroke-width="9"/><circle cx="640" cy="640" r="330" fill="#e9ddce" opacity=".7"/><circle cx="644" cy="646" r="324" fill="#fffdfa"/>`,
  board: () =>
    `<rect x="176" y="226" width="970" height="900" rx="110" fill="url(#soft)"/><rect x="130" y="170" width="940" height="900" rx="90" fill="url(#wood)"/><path d="M1070 540h110a80 80 0 0 1 0 160h-110z" fill="#b97f50"/><circle cx="1168" cy="620" r="28" fill="#7b4a27" opacity=".7"/><g fill="none" stroke="#a86f42" stroke-opacity=".4" stroke-width="5"><path d="M150 330q460-60 900 20M150 520q420 70 900-10M150 720q460-70 900 30M150 900q440 60 900-20"/></g>`,
  tray: ({ accent }: Palette) =>
    `<rect x="130" y="170" width="1060" height="1000" rx="90" fill="url(#soft)"/><rect x="100" y="120" width="1080" height="1020" rx="76" fill="${accent}"/><rect x="136" y="156" width="1008" height="948" rx="52" fill="url(#china)"/>`,
} as const
export type Dish = keyof typeof dishes

/** A box from above, with the centres of its compartments. */
export function box({ glow, accent }: Palette, columns: number, rows: number) {
  const [left, top, width, height] = rows >= columns ? [190, 130, 900, 1030] : [120, 210, 1040, 870]
  const [cellWidth, cellHeight] = [(width - 80) / columns, (height - 80) / rows]
  const compartments = Array.from({ length: columns * rows }, (_, n) => ({
    x: left + 40 + cellWidth * ((n % columns) + 0.5),
    y: top + 40 + cellHeight * (Math.floor(n / columns) + 0.5),
  }))
  const inside = compartments
    .map(
      ({ x, y }) =>
        `<rect x="${x - cellWidth / 2 + 8}" y="${y - cellHeight / 2 + 8}" width="${cellWidth - 16}" height="${cellHeight - 16}" rx="26" fill="${glow}"/>`,
    )
    .join('')
  return {
    svg: `<rect x="${left + 10}" y="${top + 26}" width="${width + 40}" height="${height + 36}" rx="60" fill="url(#soft)"/><rect x="${left}" y="${top}" width="${width}" height="${height}" rx="40" fill="url(#kraft)"/><rect x="${left + 16}" y="${top + 16}" width="${width - 32}" height="${height - 32}" rx="30" fill="none" stroke="${accent}" stroke-opacity=".55" stroke-width="5" stroke-dasharray="2 16" stroke-linecap="round"/>${inside}`,
    compartments,
    size: Math.min(cellWidth, cellHeight) - 36,
  }
}

/** A wall with two shelves, and the heights of their boards. */
export function shelves(palette: Palette) {
  const boards = [600, 1110] as const
  return {
    svg: `${full('url(#wall)')}${boards.map((y) => `<rect x="70" y="${y + 46}" width="1140" height="46" fill="url(#shadow)" opacity=".6"/><rect x="60" y="${y}" width="1160" height="26" rx="6" fill="url(#wood)"/><rect x="60" y="${y + 22}" width="1160" height="26" rx="6" fill="url(#woodSide)"/>`).join('')}<rect width="${side}" height="${side}" fill="${palette.glow}" opacity=".08"/>`,
    boards,
  }
}
