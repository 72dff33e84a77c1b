/** Reads the Fluent 3D emoji for the pictures, cropped to their visible pixels. */
import { createRequire } from 'node:module'
import path from 'node:path'
import sharp from 'sharp'
import { cropped, type Pixels } from './pixels.ts'

const assets = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')),
  'assets',
)

const files = {
  apple: '1f34e',
  avocado: '1f951',
  bagel: '1f96f',
  baguette: '1f956',
  balloon: '1f388',
  banana: '1f34c',
  basket: '1f9fa',
  beans: '1fad8',
  bee: '1f41d',
  blossom: '1f338',
  blueberries: '1fad0',
  bouquet: '1f490',
  bow: '1f380',
  bread: '1f35e',
  broccoli: '1f966',
  butter: '1f9c8',
  cake: '1f382',
  cakeSlice: '1f370',
  candle: '1f56f-fe0f',
  candy: '1f36c',
  carrot: '1f955',
  cheese: '1f9c0',
  cherries: '1f352',
  chestnut: '1f330',
  chilli: '1f336-fe0f',
  chocolate: '1f36b',
  coconut: '1f965',
  coffee: '2615',
  confetti: '1f389',
  cookie: '1f36a',
  corn: '1f33d',
  croissant: '1f950',
  cucumber: '1f952',
  cupcake: '1f9c1',
  curry: '1f35b',
  custard: '1f36e',
  daisy: '1f33c',
  diyaLamp: '1fa94',
  doughnut: '1f369',
  dumpling: '1f95f',
  egg: '1f95a',
  falafel: '1f9c6',
  flatbread: '1fad3',
  garlic: '1f9c4',
  ginger: '1fada',
  gift: '1f381',
  grapes: '1f347',
  greenApple: '1f34f',
  heartBox: '1f49d',
  hearts: '1f495',
  herb: '1f33f',
  honey: '1f36f',
  house: '1f3e0',
  hyacinth: '1fabb',
  iceCream: '1f368',
  jar: '1fad9',
  kiwi: '1f95d',
  leafyGreen: '1f96c',
  leaves: '1f342',
  lemon: '1f34b',
  lollipop: '1f36d',
  mango: '1f96d',
  milk: '1f95b',
  mooncake: '1f96e',
  olive: '1fad2',
  onion: '1f9c5',
  orange: '1f34a',
  pan: '1f958',
  pancakes: '1f95e',
  peaPod: '1fadb',
  peach: '1f351',
  pear: '1f350',
  pie: '1f967',
  pot: '1f372',
  potato: '1f954',
  pretzel: '1f968',
  pumpkin: '1f383',
  riceBall: '1f35a',
  ring: '1f48d',
  rose: '1f339',
  salad: '1f957',
  salt: '1f9c2',
  snowflake: '2744-fe0f',
  sparkles: '2728',
  star: '2b50',
  steak: '1f969',
  strawberry: '1f353',
  sunflower: '1f33b',
  teacup: '1f375',
  teapot: '1fad6',
  tomato: '1f345',
  tree: '1f384',
  tropicalDrink: '1f379',
  tulip: '1f337',
  unicorn: '1f984',
  waffle: '1f9c7',
  wheat: '1f33e',
} as const

export type EmojiName = keyof typeof files

const loaded = new Map<EmojiName, Promise<Pixels>>()

/** The emoji without its transparent margins, so that it touches the surface it stands on. */
export function emoji(name: EmojiName): Promise<Pixels> {
  const known = loaded.get(name)
  if (known) return known
  const loading = sharp(path.join(assets, `${files[name]}.webp`))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
    .then(({ data, info }) => cropped({ data, width: info.width, height: info.height }))
  loaded.set(name, loading)
  return loading
}
