/** Takes the server's memory by pictures that are small to send and large to unpack. */
import sharp from 'sharp'
import {
  type Asked,
  type Attack,
  ask,
  besideVisitor,
  mostGrowth,
  mostSlowdown,
  newNetwork,
  signIn,
  tally,
} from './attack.ts'

const flat = (side: number, channels: 3 | 4) =>
  sharp({
    create: { width: side, height: side, channels, background: { r: 200, g: 90, b: 40, alpha: 0.5 } },
    limitInputPixels: false,
  })

const bombs: Record<string, () => Promise<Buffer>> = {
  'a PNG of 16 bits, interlaced, 10,000 x 10,000': () =>
    flat(10_000, 4).toColourspace('rgb16').png({ progressive: true, compressionLevel: 9 }).toBuffer(),
  'a PNG of 8 bits, interlaced, 7,000 x 7,000': () => flat(7_000, 4).png({ progressive: true }).toBuffer(),
  'a progressive JPEG, 9,000 x 9,000': () => flat(9_000, 3).jpeg({ progressive: true }).toBuffer(),
}

export const pictures: Attack = {
  name: 'pictures that unpack to gigabytes',
  async run(server) {
    const { id, token } = await signIn(server, 'seller@tuckbox.test')
    const upload = (name: string, bytes: Buffer) =>
      ask(server, `/storage/v1/object/product_images/${id}/${name}`, {
        from: newNetwork(),
        token,
        method: 'POST',
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'application/octet-stream' },
      })
    const accepted: string[] = []
    for (const [name, make] of Object.entries(bombs)) {
      const { text } = await upload(`bomb-${accepted.length}-${name.length}`, await make())
      if (!text.includes('"statusCode":"413"')) accepted.push(name)
    }
    // As large as is allowed, drawn by visitors in many sizes at once.
    await upload('large', await flat(5_600, 4).png({ progressive: true }).toBuffer())
    const from = newNetwork()
    const answers: Asked[] = []
    const beside = await besideVisitor(server, async () => {
      const widths = [64, 128, 256, 320, 480, 640, 768, 960, 1280, 1600]
      const path = `/storage/v1/render/image/public/product_images/${id}/large`
      answers.push(...(await Promise.all(widths.map((width) => ask(server, `${path}?width=${width}`, { from })))))
    })
    return {
      held: accepted.length === 0 && beside.slowdown <= mostSlowdown && beside.grownBy <= mostGrowth,
      outcome: `${accepted.length === 0 ? 'bombs refused' : `accepted: ${accepted.join('; ')}`}; renders ${tally(answers)}; ${beside.outcome}`,
    }
  },
}
