import {expect} from 'chai'
import {execFileSync, spawn} from 'node:child_process'
import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

import {readPluginConfigurations} from '../../src/cli/admission-config.js'
import {UsageError} from '../../src/usage-error.js'
import {admissionConfiguration, embedded, eventRateLimit, resourceQuota} from '../helpers/configuration.js'

const limits = eventRateLimit('- {type: User, qps: 1, burst: 2}\n')

/** The error of a configuration with which the server does not start. */
function refusal(path: string): UsageError {
  try {
    readPluginConfigurations(path)
  } catch (error) {
    if (error instanceof UsageError) return error
    throw error
  }
  throw new Error('expected to be refused')
}

describe('--admission-config', () => {
  let folder = ''
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'kadm-config-')))
  })
  afterEach(() => rmSync(folder, {recursive: true, force: true}))

  it('gives nothing when it is not there', () => expect(readPluginConfigurations(undefined)).to.equal(undefined))

  it('gives plugins their configurations, also from files beside it', () => {
    mkdirSync(join(folder, 'sub'))
    write('sub/e.yaml', limits)
    const path = write('c.yaml', admissionConfiguration(`- {name: EventRateLimit, path: sub/e.yaml}\n${embedded('ResourceQuota', resourceQuota('  []\n'))}`))
    expect(readPluginConfigurations(path)).to.have.all.keys('EventRateLimit', 'ResourceQuota')
  })

  it('gives nothing to plugins that it does not name', () => {
    expect(readPluginConfigurations(write('c.yaml', admissionConfiguration('  []\n')))).to.deep.equal({})
  })

  it('is refused where the server would not start, with the command that shows where', () => {
    const path = write('c.yaml', admissionConfiguration(embedded('EventRateLimit', eventRateLimit('- {type: User}\n'))))
    const {message, suggestions} = refusal(path)
    expect(message).to.equal('the API server does not start with this configuration: failed to apply admission: couldn\'t init admission plugin "EventRateLimit": '
      + '[limits[0].burst: Invalid value: 0: must be positive, limits[0].qps: Invalid value: 0: must be positive]')
    expect(suggestions).to.deep.equal([`kadm lint ${path} shows the place`])
  })

  it('is refused where it is not there', () => {
    const path = join(folder, 'c.yaml')
    const {message, suggestions} = refusal(path)
    expect(message).to.contain(`open ${path}: no such file or directory]`)
    expect(suggestions).to.deep.equal([])
  })

  it('is refused where it names a file that cannot be read', () => {
    expect(refusal(write('c.yaml', admissionConfiguration('- {name: EventRateLimit, path: e.yaml}\n'))).message)
      .to.contain(`Couldn't open admission plugin configuration ${join(folder, 'e.yaml')}: `)
  })

  it('may be a pipe, and name none', function () {
    if (process.platform === 'win32') this.skip()
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const path = write('c.yaml', admissionConfiguration(embedded('EventRateLimit', limits)))
    const writer = spawn('sh', ['-c', 'cat "$0" > "$1"', path, pipe])
    expect(readPluginConfigurations(pipe)).to.have.all.keys('EventRateLimit')
    writer.kill()
    expect(refusal(write('d.yaml', admissionConfiguration('- {name: EventRateLimit, path: pipe}\n'))).message).to.contain('Err:0x16}')
  })
})
