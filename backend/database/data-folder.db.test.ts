import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuzzRuns, testsAll } from '../fuzzing.ts'
import { DataFolderError, lockDataFolder, removeDataFolder } from './data-folder.ts'
import { openPglite } from './pglite.ts'
import { copyTemplateFolder } from './testing.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'a folder with spaces '))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('keeps committed data when its thread is terminated during a statement', async () => {
  const dataDir = path.join(folder, 'kept')
  await copyTemplateFolder(dataDir)
  const first = await openPglite({ dataDir, timeoutMs: 400 })
  await first.script('create table kept (id int)')
  await first.run({ text: 'insert into kept values (1)', values: [] })
  await first.run({ text: 'select count(*) from generate_series(1, 100000000000)', values: [] }).catch(() => {})
  await first.run({ text: 'insert into kept values (2)', values: [] })
  await first.close()
  const second = await openPglite({ dataDir })
  expect((await second.run({ text: 'select id from kept order by id', values: [] })).rows).toEqual([['1'], ['2']])
  await second.close()
})

it('refuses a folder in use, and takes over one whose owner was killed', async () => {
  const dataDir = path.join(folder, 'locked')
  const unlock = await lockDataFolder(dataDir)
  await expect(lockDataFolder(dataDir)).rejects.toThrow(DataFolderError)
  await expect(lockDataFolder(dataDir)).rejects.toThrow(`is in use by process ${process.pid}`)
  await unlock()
  // An impossible process id, and a running process with another start time.
  for (const stale of ['4194305 1', `${process.pid} 1`]) {
    await writeFile(`${dataDir}.lock`, stale)
    await (await lockDataFolder(dataDir))()
  }
})

it('deletes a folder with all data, but not one in use', async () => {
  const dataDir = path.join(folder, 'removed')
  await copyTemplateFolder(dataDir)
  const database = await openPglite({ dataDir })
  await expect(removeDataFolder(dataDir)).rejects.toThrow(`is in use by process ${process.pid}`)
  expect((await database.run({ text: 'select 1', values: [] })).count).toBe(1)
  await database.close()
  // Also a folder of another version.
  await writeFile(path.join(dataDir, 'PG_VERSION'), '17\n')
  await removeDataFolder(dataDir)
  expect((await readdir(folder)).filter((name) => name.startsWith('removed'))).toEqual([])
})

it('refuses a folder in use by another container, and takes over one that a killed container left', async () => {
  const dataDir = path.join(folder, 'shared')
  const lock = `${dataDir}.lock`
  // The id of a running process here, which says nothing about the other container.
  await writeFile(lock, `${process.pid} 1 pid:[1]`)
  const renewal = setInterval(() => void utimes(lock, new Date(), new Date()), 2_000)
  await expect(lockDataFolder(dataDir)).rejects.toThrow(`is in use by process ${process.pid} of another container`)
  clearInterval(renewal)
  await (await lockDataFolder(dataDir))()
}, 60_000)

it('is held by one process alone when several take over the lock of an ended one', async () => {
  const dataDir = path.join(folder, 'contended')
  for (let round = 0; round < fuzzRuns(50, 10); round += 1) {
    await writeFile(`${dataDir}.lock`, '4194305 1')
    const taken = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(dataDir)))
    const unlocks = taken.filter((one) => one.status === 'fulfilled')
    expect(unlocks).toHaveLength(1)
    for (const { value: unlock } of unlocks) await unlock()
  }
})

/** The lock file content of a running process. */
async function lockOf(pid: number | undefined): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return `${pid} ${stat.split(') ')[1]?.split(' ')[19]}`
}

describe.runIf(process.platform === 'linux')('the data folder of a killed process', () => {
  it('opens once the process has exited', async () => {
    const dataDir = path.join(folder, 'dying')
    // The kernel needs time to free so much memory.
    const program = 'Buffer.alloc(3e8, 1); console.log("up"); setInterval(() => {}, 1e6)'
    for (let round = 0; round < (testsAll ? 4 : 1); round += 1) {
      const owner = spawn(process.execPath, ['-e', program])
      await once(owner.stdout, 'data')
      await writeFile(`${dataDir}.lock`, await lockOf(owner.pid))
      await expect(lockDataFolder(dataDir)).rejects.toThrow(`is in use by process ${owner.pid}`)
      owner.kill('SIGKILL')
      await (await lockDataFolder(dataDir))()
    }
  })

  it('opens while the process is a zombie', async () => {
    const dataDir = path.join(folder, 'zombie')
    // The process that replaced the shell does not wait for its children.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
    const [output] = await once(parent.stdout, 'data')
    const owner = Number(String(output))
    // Until then the shell may still wait for it.
    while ((await readFile(`/proc/${parent.pid}/comm`, 'utf8')) !== 'sleep\n') await delay(5)
    await writeFile(`${dataDir}.lock`, await lockOf(owner))
    process.kill(owner, 'SIGKILL')
    await (await lockDataFolder(dataDir))()
    expect(await readFile(`/proc/${owner}/stat`, 'utf8')).toContain(') Z ')
    parent.kill()
  })
})

it('refuses a folder of a newer version and changes none of its files', async () => {
  const dataDir = path.join(folder, 'newer')
  await copyTemplateFolder(dataDir)
  await writeFile(path.join(dataDir, 'PG_VERSION'), '99\n')
  const before = await readdir(dataDir)
  await expect(openPglite({ dataDir })).rejects.toThrow('was made by a newer version')
  expect(await readdir(dataDir)).toEqual(before)
  expect(await readFile(path.join(dataDir, 'PG_VERSION'), 'utf8')).toBe('99\n')
})
