import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DataFolderError, lockDataFolder, removeDataFolder } from './data-folder.ts'
import { openPglite } from './pglite.ts'
import { copyTemplateFolder } from './testing.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'a folder with spaces '))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('keeps what was written, also when its thread is ended in the middle of a statement', async () => {
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

it('refuses a folder that is in use, and takes over one whose owner was killed', async () => {
  const dataDir = path.join(folder, 'locked')
  const unlock = await lockDataFolder(dataDir)
  await expect(lockDataFolder(dataDir)).rejects.toThrow(DataFolderError)
  await expect(lockDataFolder(dataDir)).rejects.toThrow(`is in use by process ${process.pid}`)
  await unlock()
  // A process id that cannot be running, and one that runs but started at another time.
  for (const stale of ['4194305 1', `${process.pid} 1`]) {
    await writeFile(`${dataDir}.lock`, stale)
    await (await lockDataFolder(dataDir))()
  }
})

it('is removed with all data, but not while a process has it open', async () => {
  const dataDir = path.join(folder, 'removed')
  await copyTemplateFolder(dataDir)
  const database = await openPglite({ dataDir })
  await expect(removeDataFolder(dataDir)).rejects.toThrow(`is in use by process ${process.pid}`)
  expect((await database.run({ text: 'select 1', values: [] })).count).toBe(1)
  await database.close()
  // Of whichever version it is.
  await writeFile(path.join(dataDir, 'PG_VERSION'), '17\n')
  await removeDataFolder(dataDir)
  expect((await readdir(folder)).filter((name) => name.startsWith('removed'))).toEqual([])
})

/** The words of a lock that a running process has. */
async function lockOf(pid: number | undefined): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return `${pid} ${stat.split(') ')[1]?.split(' ')[19]}`
}

describe.runIf(process.platform === 'linux')('a folder whose owner is on its way out', () => {
  it('is waited for when that was killed a moment ago', async () => {
    const dataDir = path.join(folder, 'dying')
    // The kernel takes its time to take so much memory back.
    const program = 'Buffer.alloc(3e8, 1); console.log("up"); setInterval(() => {}, 1e6)'
    for (let round = 0; round < 4; round += 1) {
      const owner = spawn(process.execPath, ['-e', program])
      await once(owner.stdout, 'data')
      await writeFile(`${dataDir}.lock`, await lockOf(owner.pid))
      await expect(lockDataFolder(dataDir)).rejects.toThrow(`is in use by process ${owner.pid}`)
      owner.kill('SIGKILL')
      await (await lockDataFolder(dataDir))()
    }
  })

  it('is taken over from a zombie, which nobody may ever bury', async () => {
    const dataDir = path.join(folder, 'zombie')
    // What the shell has become does not ask after the children that it had.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
    const [output] = await once(parent.stdout, 'data')
    const owner = Number(String(output))
    await writeFile(`${dataDir}.lock`, await lockOf(owner))
    process.kill(owner, 'SIGKILL')
    await (await lockDataFolder(dataDir))()
    expect(await readFile(`/proc/${owner}/stat`, 'utf8')).toContain(') Z ')
    parent.kill()
  })
})

it('refuses a folder of a newer version and leaves every file of it alone', async () => {
  const dataDir = path.join(folder, 'newer')
  await copyTemplateFolder(dataDir)
  await writeFile(path.join(dataDir, 'PG_VERSION'), '99\n')
  const before = await readdir(dataDir)
  await expect(openPglite({ dataDir })).rejects.toThrow('was made by a newer version')
  expect(await readdir(dataDir)).toEqual(before)
  expect(await readFile(path.join(dataDir, 'PG_VERSION'), 'utf8')).toBe('99\n')
})
