/** The colours of each shop's pictures. All use cream, cocoa and berry tones, so that a grid looks consistent. */

export interface Palette {
  /** The background: lighter at the top, deeper towards the table. */
  readonly wall: readonly [string, string]
  /** The surface under the food, nearest edge last. */
  readonly table: readonly [string, string]
  /** Arches, suns and stripes, slightly lighter than the wall. */
  readonly glow: string
  /** Rims, checks and ribbons. */
  readonly accent: string
  /** Shadows; never black. */
  readonly shade: string
}

export const palettes = {
  rose: {
    wall: ['#fbe9e4', '#f3cfc8'],
    table: ['#fdf4ec', '#f2ddcf'],
    glow: '#fdf3ee',
    accent: '#b3405a',
    shade: '#6b2a2a',
  },
  oat: {
    wall: ['#f6ead6', '#e6cfa9'],
    table: ['#8a5a3b', '#6d432b'],
    glow: '#fbf3e4',
    accent: '#a8622d',
    shade: '#3d2415',
  },
  butter: {
    wall: ['#fdf0cb', '#f6d98e'],
    table: ['#fffaf0', '#f4e6cb'],
    glow: '#fff8e2',
    accent: '#c98a1b',
    shade: '#6a4413',
  },
  lilac: {
    wall: ['#f1e6f1', '#d9c0dc'],
    table: ['#fcf6fa', '#ead9e8'],
    glow: '#faf3fa',
    accent: '#8d4a87',
    shade: '#4a2a52',
  },
  turmeric: {
    wall: ['#fbd9a4', '#eeaf5f'],
    table: ['#a33a3f', '#7d2731'],
    glow: '#fde8c6',
    accent: '#a33a3f',
    shade: '#5a2313',
  },
  slate: {
    wall: ['#dfe7e8', '#b3c6cb'],
    table: ['#6f4b3a', '#563728'],
    glow: '#eff4f4',
    accent: '#3f6672',
    shade: '#26343a',
  },
  cocoa: {
    wall: ['#7a4b3a', '#553026'],
    table: ['#f0dcc6', '#dcbf9f'],
    glow: '#8f5c48',
    accent: '#e3a6a0',
    shade: '#22100a',
  },
  mint: {
    wall: ['#e2f0e4', '#b9d9c3'],
    table: ['#fdf8ee', '#efe2cc'],
    glow: '#f2f9f2',
    accent: '#3f7d63',
    shade: '#24483a',
  },
  leaf: {
    wall: ['#eef0d3', '#ccd593'],
    table: ['#f7efe0', '#e2d0b2'],
    glow: '#f8f8e8',
    accent: '#6c7d2e',
    shade: '#3d4518',
  },
  plum: {
    wall: ['#b7667f', '#8c3d5c'],
    table: ['#fbeee6', '#edd3c7'],
    glow: '#c67c92',
    accent: '#8c3d5c',
    shade: '#3a1226',
  },
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes
