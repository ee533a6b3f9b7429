import {expect} from 'chai'
import {readFileSync} from 'node:fs'
import {gunzipSync} from 'node:zlib'

import {openGzip} from '../../src/io/gzip-output.js'
import {inFolder} from '../helpers/in-folder.js'

describe('openGzip', () => {
  inFolder()

  const lines = Array.from({length: 60_000}, (_, i) => `{"line":${i},"text":"é😀 ${'x'.repeat(i % 90)}"}\n`)

  /** Writes the lines, and waits for room after every `step` lines. */
  async function outputOf(step: number): Promise<Buffer> {
    const output = openGzip('a.gz')
    for (const [i, line] of lines.entries()) {
      output.write(line)
      if (i % step === step - 1) await output.ready()
    }
    await output.close()
    return readFileSync('a.gz')
  }

  it('writes identical bytes regardless of flow control @slow', async () => {
    const bytes = await outputOf(1)
    expect(gunzipSync(bytes).toString()).to.equal(lines.join(''))
    for (const step of [7, 1000, 25_000, Infinity]) expect((await outputOf(step)).equals(bytes), String(step)).to.equal(true)
  })

  it('writes an empty text for no lines', async () => {
    await openGzip('a.gz').close()
    expect(gunzipSync(readFileSync('a.gz')).toString()).to.equal('')
  })
})
