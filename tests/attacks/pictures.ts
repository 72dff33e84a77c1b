/** Takes the server's memory by pictures that are small to send and large to unpack. */
import sharp from 'sharp'
import { type Asked, type Attack, ask, newNetwork, signIn, tally } from './attack.ts'
import { besideVisitor } from './beside.ts'

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

export const pictures: Attack = {
  name: 'pictures that unpack to gigabytes',
  tried: 'bombs, and ten sizes of the largest picture at once',
  async run(server, { isQuick }) {
    const { id, token } = await signIn(server, 'seller@tuckbox.test')
    const upload = (name: string, bytes: Buffer) =>
      ask(server, `/storage/v1/object/product_images/${id}/${name}`, {
        from: newNetwork(),
        token,
        method: 'POST',
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'application/octet-stream' },
      })
    const made: [name: string, bytes: Buffer][] = []
    for (const [name, make] of Object.entries(bombs)) made.push([name, await make()])
    // As large as is allowed, drawn by visitors in many sizes at once.
    await upload('large', await flat(5_600, 4).png({ progressive: true }).toBuffer())
    const widths = [64, 128, 256, 320, 480, 640, 768, 960, 1280, 1600]
    const from = newNetwork()
    const accepted: string[] = []
    const answers: Asked[] = []
    let quality = 20
    const burst = async () => {
      quality += 5
      const path = `/storage/v1/render/image/public/product_images/${id}/large?quality=${quality}`
      const drawn = Promise.all(widths.map((width) => ask(server, `${path}&width=${width}`, { from })))
      for (const [name, bytes] of made)
        if (!(await upload(`bomb-${quality}-${name.length}`, bytes)).text.includes('"statusCode":"413"'))
          accepted.push(name)
      answers.push(...(await drawn))
    }
    const beside = await besideVisitor(server, { times: 3, pauseMs: 250, burst, isQuick })
    return {
      held: accepted.length === 0 && !beside.isLarge,
      outcome: `${accepted.length === 0 ? 'bombs refused' : `accepted: ${accepted.join('; ')}`}; renders ${tally(answers)}`,
      beside,
    }
  },
}
