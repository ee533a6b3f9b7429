import {expect} from 'chai'
import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {existsSync, mkdtempSync, readdirSync, rmSync, statSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {withTemporaryFolder} from '../../src/io/temporary-folder.js'
import {createFile} from '../../src/io/write-file.js'

describe('withTemporaryFolder', () => {
  it('creates a private folder and removes it afterwards', async () => {
    const listeners = process.listenerCount('SIGINT')
    const folder = await withTemporaryFolder((created) => {
      createFile(join(created, 'a'), 'text')
      expect(() => createFile(join(created, 'a'), 'other'), 'nothing is replaced').to.throw(/EEXIST/)
      if (process.platform !== 'win32') expect(statSync(created).mode & 0o777).to.equal(0o700)
      return Promise.resolve(created)
    })
    expect([existsSync(folder), process.listenerCount('SIGINT')]).to.deep.equal([false, listeners])
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`removes the folder on ${signal}`, async function () {
      if (process.platform === 'win32') return this.skip()
      const temporary = mkdtempSync(join(tmpdir(), 'kadm-temporary-'))
      const module = new URL('../../src/io/temporary-folder.ts', import.meta.url).href
      const script = `const {withTemporaryFolder} = await import(${JSON.stringify(module)})
        setInterval(() => undefined, 1000)
        await withTemporaryFolder(() => new Promise(() => process.stdout.write('ready')))`
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {stdio: ['ignore', 'pipe', 'inherit'], env: {...process.env, TMPDIR: temporary}})
      await once(child.stdout, 'data')
      const isKadm = (name: string): boolean => name.startsWith('kadm-')
      const during = readdirSync(temporary).filter(isKadm).length
      child.kill(signal)
      const [, ended] = await once(child, 'exit') as [number | null, string | null]
      expect([during, ended, readdirSync(temporary).filter(isKadm)]).to.deep.equal([1, signal, []])
      rmSync(temporary, {recursive: true, force: true})
    })
  }

  it('ends the process on a signal that arrives while the program computes, until the end @slow', async function () {
    if (process.platform === 'win32') return this.skip()
    const temporary = mkdtempSync(join(tmpdir(), 'kadm-temporary-'))
    const module = new URL('../../src/io/temporary-folder.ts', import.meta.url).href
    const script = `const {withTemporaryFolder} = await import(${JSON.stringify(module)})
      const {setTimeout} = await import('node:timers/promises')
      await withTemporaryFolder(async () => {
        await setTimeout(10)
        process.kill(process.pid, 'SIGINT')
        for (const end = Date.now() + 200; Date.now() < end;);
      })
      process.stdout.write('continued')`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {stdio: ['ignore', 'pipe', 'inherit'], env: {...process.env, TMPDIR: temporary}})
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => output += text)
    const [, ended] = await once(child, 'close') as [number | null, string | null]
    expect([output, ended, readdirSync(temporary).filter((name) => name.startsWith('kadm-'))]).to.deep.equal(['', 'SIGINT', []])
    rmSync(temporary, {recursive: true, force: true})
  })
})
