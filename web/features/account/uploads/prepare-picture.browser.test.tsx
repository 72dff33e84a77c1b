import { expect, it } from 'vitest'
import { preparePicture } from './prepare-picture.ts'

const words = 'At home'

async function drawn(type: string): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = document.createElement('canvas')
  canvas.width = 40
  canvas.height = 20
  canvas.getContext('2d')?.fillRect(0, 0, 20, 20)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type))
  return new Uint8Array(await (blob ?? new Blob()).arrayBuffer())
}

/** A JPEG with an EXIF segment, whose text stands for the place. */
async function photograph(): Promise<File> {
  const bytes = await drawn('image/jpeg')
  const payload = new TextEncoder().encode(`Exif\0\0MM\0*\0\0\0\b\0\0${words}`)
  const segment = [0xff, 0xe1, 0, payload.length + 2, ...payload]
  return new File([new Uint8Array([...bytes.subarray(0, 2), ...segment, ...bytes.subarray(2)])], 'cake.jpg', {
    type: 'image/jpeg',
  })
}

const textOf = async (file: File) => new TextDecoder('latin1').decode(await file.arrayBuffer())

it('A photograph loses its EXIF before it is uploaded', async () => {
  const file = await photograph()
  expect(await textOf(file)).toContain(words)
  const prepared = await preparePicture(file)
  expect(prepared.type).toBe('image/jpeg')
  expect(await textOf(prepared)).not.toContain(words)
  const { width, height } = await createImageBitmap(prepared)
  expect([width, height]).toEqual([40, 20])
})

it('Another picture loses what follows its end before it is uploaded', async () => {
  const file = new File([await drawn('image/png'), words], 'cake.png', { type: 'image/png' })
  expect(await textOf(await preparePicture(file))).not.toContain(words)
})
