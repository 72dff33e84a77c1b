import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { palettes } from './palettes.ts'
import { compose, logoPicture } from './pictures.ts'
import { composeOnce } from './upload-pictures.ts'

const picture = logoPicture('croissant', palettes.butter)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tuckbox-picture-cache-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('The cache of composed pictures', () => {
  it('returns the stored picture the second time', async () => {
    const cache = path.join(folder, 'cache')
    const composed = await composeOnce(picture, cache)
    const [name = '', ...others] = await readdir(cache)
    expect(others).toEqual([])
    expect(composed.equals(await readFile(path.join(cache, name)))).toBe(true)
    await writeFile(path.join(cache, name), 'stored')
    expect((await composeOnce(picture, cache)).toString()).toBe('stored')
  })

  it('is optional: where its folder cannot be made, the picture is composed all the same', async () => {
    const file = path.join(folder, 'a file')
    await writeFile(file, '')
    expect((await composeOnce(picture, path.join(file, 'cache'))).equals(await compose(picture))).toBe(true)
  })
})
