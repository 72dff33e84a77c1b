/** A server killed during uploads. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startServer } from '../harness.ts'
import { baker, photo, storageOf } from './baker-storage.ts'

// supabase-js needs a WebSocket to start, and Node 20 has none.
vi.stubGlobal('WebSocket', WebSocket)

describe('A server killed during uploads', () => {
  it('has every confirmed upload complete after its restart', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'tuckbox-kill-'))
    try {
      const first = await startServer({ dataDir })
      const files = (await storageOf(first, baker)).from('product_images')
      const bytes = await photo(300, 200)
      const confirmed: string[] = []
      const uploads = Array.from({ length: 40 }, async (_, index) => {
        const name = `${baker}/${index}.jpg`
        const { error } = await files.upload(name, bytes, { contentType: 'image/jpeg' })
        if (error === null) confirmed.push(name)
        if (confirmed.length === 15) await first.stop('SIGKILL')
      })
      await Promise.allSettled(uploads)
      expect(confirmed.length).toBeGreaterThanOrEqual(15)

      const second = await startServer({ dataDir })
      const again = (await storageOf(second, baker)).from('product_images')
      for (const name of confirmed) {
        const { data } = await again.download(name)
        expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true)
      }
      await second.stop()
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
