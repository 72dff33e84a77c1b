/** Images for tests. */
import sharp from 'sharp'

/** An image with noise, so that sizes and qualities make a difference. */
export async function picture(
  format: 'jpeg' | 'png' | 'webp',
  width = 64,
  height = 48,
): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#a34', noise } })
    .toFormat(format)
    .toBuffer()
  return new Uint8Array(bytes)
}
