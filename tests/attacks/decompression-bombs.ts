/** Exhausts memory with pictures that are small as files and large when decoded. */
import sharp from 'sharp'
import { type Attack, newNetwork, send, signIn, type TimedResponse, tally } from './attack.ts'
import { measureVisitorImpact } from './visitor-impact.ts'

const flat = (side: number, channels: 3 | 4) =>
  sharp({
    create: { width: side, height: side, channels, background: { r: 200, g: 90, b: 40, alpha: 0.5 } },
    limitInputPixels: false,
  })

const bombs: Readonly<Record<string, () => Promise<Buffer>>> = {
  'a PNG of 16 bits, interlaced, 10,000 x 10,000': () =>
    flat(10_000, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  'a PNG of 8 bits, interlaced, 7,000 x 7,000': () => flat(7_000, 4).png({ progressive: true }).toBuffer(),
  'a progressive JPEG, 9,000 x 9,000': () => flat(9_000, 3).jpeg({ progressive: true }).toBuffer(),
}

export const decompressionBombs: Attack = {
  name: 'decompression bombs',
  tried: 'uploads of bombs, and ten simultaneous sizes of the largest permitted picture',
  async run(server, { isQuick }) {
    const { id, token } = await signIn(server, 'seller@tuckbox.test')
    const upload = (name: string, bytes: Buffer) =>
      send(server, `/storage/v1/object/product_images/${id}/${name}`, {
        from: newNetwork(),
        token,
        method: 'POST',
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'application/octet-stream' },
      })
    const made: [name: string, bytes: Buffer][] = []
    for (const [name, make] of Object.entries(bombs)) made.push([name, await make()])
    // The largest permitted picture, requested in many sizes at once.
    await upload('large', await flat(5_600, 4).png({ progressive: true }).toBuffer())
    const widths = [64, 128, 256, 320, 480, 640, 768, 960, 1280, 1600]
    const from = newNetwork()
    const accepted: string[] = []
    const responses: TimedResponse[] = []
    let quality = 20
    const burst = async () => {
      quality += 5
      const path = `/storage/v1/render/image/public/product_images/${id}/large?quality=${quality}`
      const renders = Promise.all(widths.map((width) => send(server, `${path}&width=${width}`, { from })))
      for (const [name, bytes] of made)
        if (!(await upload(`bomb-${quality}-${name.length}`, bytes)).text.includes('"statusCode":"413"'))
          accepted.push(name)
      responses.push(...(await renders))
    }
    const visitorImpact = await measureVisitorImpact(server, { times: 3, pauseMs: 250, burst, isQuick })
    return {
      isBlocked: accepted.length === 0 && !visitorImpact.isLarge,
      outcome: `${accepted.length === 0 ? 'bombs refused' : `accepted: ${accepted.join('; ')}`}; renders ${tally(responses)}`,
      visitorImpact,
    }
  },
}
