/** A small market is backed up and restored as it was. `npm run backup` and `npm run restore` at length: `backup.long.test.ts`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { backupName, openBackup, writeBackup } from '../../scripts/market/archive.ts'
import { move } from '../../scripts/market/move.ts'
import { openPlace, type Place } from '../../scripts/market/place.ts'
import { withSource } from '../../scripts/market/source.ts'
import { addPicture, createMarket, migrations, pngOf } from '../../scripts/market/testing.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'tuckbox-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const marketOf = `
  insert into auth.users (id, email, raw_user_meta_data)
    values ('00000000-0000-4000-8000-00000000000a', 'bea@example.com', '{"name": "Bea"}');
  insert into public.shops (id, user_id, name, slug, description, category)
    values ('00000000-0000-4000-8000-00000000000b', '00000000-0000-4000-8000-00000000000a', 'Crumb', 'crumb',
      'Good things, made at home.', 'Cakes');
  insert into public.products (shop_id, name, price, stock) values
    ('00000000-0000-4000-8000-00000000000b', 'Crème cake, "the \\ big" one', 12.5, 3),
    ('00000000-0000-4000-8000-00000000000b', 'It''s a bun', 0.01, 0);
  insert into auth.sessions (id, user_id, created_at)
    values ('00000000-0000-4000-8000-00000000000c', '00000000-0000-4000-8000-00000000000a', now());
  insert into auth.refresh_tokens (token, user_id, session_id)
    values ('token', '00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000c');
  insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
    values (gen_random_uuid(), '00000000-0000-4000-8000-00000000000a', 'recovery_token', 'hash', 'bea@example.com');
  insert into public.push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
    values ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000c', 'https://push.example.com/1',
      'B' || repeat('a', 86), repeat('a', 22))`

/** The rows of all tables that have any, as digests. */
const tablesOf = (place: Place) =>
  withSource(place, async ({ tables }) => {
    const filled = tables.filter(({ digest }) => digest.rows > 0)
    return filled.map(({ name, digest }) => ({ name, digest }))
  })

it('A market is restored from a backup with every row and picture, and sessions only where it is moved', async () => {
  const open = async (name: string, use: 'read' | 'write') => {
    const at = path.join(folder, name)
    await createMarket(at)
    return openPlace({ at, migrations, use })
  }
  const source = await open('source', 'write')
  await source.database.script(marketOf)
  const pictures = ['a/cake.png', 'a/bun.png']
  for (const [variant, name] of pictures.entries()) await addPicture(source, name, variant)
  const before = await tablesOf(source)
  const options = { backups: path.join(folder, 'backups'), name: backupName(new Date()), print: () => {} }
  const failures = await withSource(source, (from) =>
    writeBackup({ source: from, secrets: undefined, verifies: true, ...options }),
  )
  expect(failures).toEqual([])
  await source.close()

  const target = await open('target', 'write')
  const from = await openBackup(path.join(options.backups, options.name))
  await move({ from, to: target, isDryRun: false, replaces: false, finishes: true, print: options.print })
  expect(await tablesOf(target)).toEqual(before)
  const names = before.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['auth.users', 'public.products', 'public.profiles', 'public.shops']))
  const read = await withSource(target, async ({ objects, read }) => {
    const contents: Record<string, Buffer> = {}
    for (const object of objects) contents[object.name] = Buffer.from((await read(object)) ?? [])
    return contents
  })
  expect(read).toEqual({ 'a/cake.png': pngOf(0), 'a/bun.png': pngOf(1) })

  await move({
    from,
    to: target,
    isDryRun: false,
    replaces: false,
    finishes: true,
    endsSessions: true,
    print: options.print,
  })
  const ended = ['auth.one_time_tokens', 'auth.refresh_tokens', 'auth.sessions', 'public.push_subscriptions']
  expect(names).toEqual(expect.arrayContaining(ended))
  expect(await tablesOf(target)).toEqual(before.filter(({ name }) => !ended.includes(name)))
  await target.close()
})
